import { defineEventHandler } from 'h3'

/**
 * Lets `HEAD` be answered by the route of `GET`: the router knows no such kinship. Node leaves the body out by itself,
 * for it knows the request by the method that came.
 */
export default defineEventHandler((event) => {
  if (event.method !== 'HEAD' || !event.path.startsWith('/api')) return
  event.context.isHead = true
  event.node.req.method = 'GET'
  event._method = 'GET'
})
