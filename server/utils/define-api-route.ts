import { randomUUID } from 'node:crypto'
import { defineEventHandler, getRouterParams, setResponseHeader, setResponseStatus } from 'h3'
import type { EventHandler, H3Event } from 'h3'
import { z } from 'zod'
import type { Role, Scope } from '#shared/account'
import type { Actor } from '#server/ports/actor'
import type { Services } from '#server/services'
import { type AccessLevel, authorise } from './authorise'
import { createLargeBodySlot } from './large-bodies'
import { readJsonBody } from './read-json-body'
import { readQuery } from './read-query'
import { rejectCrossSite } from './reject-cross-site'
import { cutWhenStalled, takeRequestSlot } from './request-slots'
import { sendApiError } from './send-api-error'
import { useServices } from './use-services'
import { validateInput } from './validate-input'

const DEFAULT_BODY_LIMIT_BYTES = 1024 * 1024
/** A parameter that is misspelt must not be ignored: a filter would then match everything. */
const NO_QUERY = z.strictObject({})

type Level = Role | 'public'
type Output<Schema extends z.ZodType | undefined> = Schema extends z.ZodType ? z.output<Schema> : undefined
type Optional = z.ZodType | undefined

/** What a route's handler is given: everything checked and parsed. */
interface ApiRequest<L extends Level, Params extends Optional, Query extends Optional, Body extends Optional> {
  readonly actor: L extends 'public' ? Actor | null : Actor
  readonly params: Output<Params>
  readonly query: Output<Query>
  readonly body: Output<Body>
  readonly services: Services
  readonly event: H3Event
}

/** One route of the API: who may call it, what it takes, and the one service call that answers. */
export interface ApiRoute<L extends Level, Params extends Optional, Query extends Optional, Body extends Optional> {
  readonly role: L
  /** What a token must have been issued for. Default: `chat` for users, `audit` for reviewers, `admin` for admins. */
  readonly scope?: Scope
  readonly params?: Params
  /** A strict object. Default: the route takes no parameters. */
  readonly query?: Query
  readonly body?: Body
  /** Default 1 MB. */
  readonly bodyLimitBytes?: number
  /** Never waits behind other requests of its user, because it ends what they do. Such a route reads no body. */
  readonly isUrgent?: true
  /** Status of a success. Default 200; 204 when the handler answers nothing. */
  readonly status?: number
  readonly handler: (request: ApiRequest<L, Params, Query, Body>) => unknown
}

/**
 * The only way into the API: checks caller, origin and input in this order, and maps every error to one body. The
 * caller is checked before a body is read, so that strangers cannot make us buffer one, and again after it.
 */
export function defineApiRoute<
  const L extends Level,
  Params extends Optional = undefined,
  Query extends Optional = undefined,
  Body extends Optional = undefined,
>(route: ApiRoute<L, Params, Query, Body>): EventHandler {
  return defineEventHandler(async (event) => {
    const requestId = event.context.requestId ?? randomUUID()
    setResponseHeader(event, 'x-request-id', requestId)
    setResponseHeader(event, 'cache-control', 'no-store')
    try {
      const result = await route.handler(await readRequest(event, route))
      if (!event.handled) cutWhenStalled(event.node.res)
      if (result !== undefined && route.status) setResponseStatus(event, route.status)
      // `undefined` would make h3 look for another handler; `null` is its word for "no content".
      return result === undefined && !event.handled ? null : result
    }
    catch (error) {
      return sendApiError(event, error, requestId)
    }
  })
}

async function readRequest<L extends Level, Params extends Optional, Query extends Optional, Body extends Optional>(
  event: H3Event,
  route: ApiRoute<L, Params, Query, Body>,
): Promise<ApiRequest<L, Params, Query, Body>> {
  const services = useServices(event)
  const admitted = await admitCaller(event, route)
  rejectCrossSite(event, admitted, services.config)
  const params = route.params && validateInput(route.params, getRouterParams(event, { decode: true }), 'address')
  const query = validateInput(route.query ?? NO_QUERY, readQuery(event), 'query')
  const hasWaited = admitted !== null && !route.isUrgent && await takeRequestSlot(event, admitted.userId)
  const { actor, body } = await readBody(event, route, hasWaited ? await admitCaller(event, route) : admitted)
  // Authorised above, so only a public route can have nobody; an absent schema is `undefined` on both sides.
  return { actor, params, query, body, services, event } as ApiRequest<L, Params, Query, Body>
}

async function readBody<Body extends Optional>(
  event: H3Event, route: AccessLevel & { readonly body?: Body, readonly bodyLimitBytes?: number }, admitted: Actor | null,
) {
  if (!route.body) return { actor: admitted, body: undefined }
  const slot = createLargeBodySlot(admitted?.userId ?? '')
  try {
    const json = await readJsonBody(event, { limitBytes: route.bodyLimitBytes ?? DEFAULT_BODY_LIMIT_BYTES, slot })
    // The sender decides how long a body takes: rights that the headers proved may have been withdrawn since.
    const actor = await admitCaller(event, route)
    return { actor, body: validateInput(route.body, json, 'body') }
  }
  finally {
    slot.release()
  }
}

async function admitCaller(event: H3Event, level: AccessLevel): Promise<Actor | null> {
  const actor = await event.context.findActor?.() ?? null
  authorise(actor, level)
  return actor
}
