import { defineEventHandler } from 'h3'
import { readCredential } from '../utils/read-credential'
import { useServices } from '../utils/use-services'

/** Gives every request its id and a way to ask who is calling. Each route asks by itself, and decides whether they may. */
export default defineEventHandler((event) => {
  event.context.requestId = crypto.randomUUID()
  event.context.findActor = async () => {
    const services = useServices(event)
    const credential = readCredential(event, services.config)
    return credential ? services.access.authenticate(credential) : null
  }
})
