import { defineEventHandler } from 'h3'
import { readCredential } from '../utils/read-credential'
import { sendApiError } from '../utils/send-api-error'
import { useServices } from '../utils/use-services'

/** Says who is calling. Whether they may is decided in each route: this only fills `event.context.actor`. */
export default defineEventHandler(async (event) => {
  event.context.requestId = crypto.randomUUID()
  event.context.actor = null
  // Built files and Nuxt's own endpoints know no users.
  if (event.path.startsWith('/_')) return
  try {
    const services = useServices(event)
    const credential = readCredential(event, services.config)
    if (credential) event.context.actor = await services.access.authenticate(credential)
  }
  catch (error) {
    return sendApiError(event, error, event.context.requestId)
  }
})
