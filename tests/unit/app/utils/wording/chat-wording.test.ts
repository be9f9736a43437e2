import { describe, expect, it } from 'vitest'
import type { ProviderErrorKind } from '#shared/provider-error'
import { TOLERANT } from '#server/providers/kit/request/capability-table'
import { announcementOf, endNotice } from '~/utils/wording/run-end'
import { callDisplay, toolArgumentHint } from '~/utils/wording/call-wording'
import { describeError } from '~/utils/wording/describe-error'
import { examplesFor } from '~/utils/example-prompts'
import { jsonTokens } from '~/utils/json-text'
import { readApiError } from '~/utils/read-api-error'
import { pickModel } from '~/utils/group-models'
import { buildRun, PARALLEL_RUN, USAGE, WAITING_RUN } from '../../../../fixtures/ui/build-run'

const model = (id: string, available = true) =>
  ({
    id, provider: id.split('/')[0]!, name: id, capabilities: { tools: true, images: false, reasoning: false }, settings: TOLERANT,
    prices: null, available,
  })

describe('wording of the chat', () => {
  it('offers only examples whose tools are all on [F008-A1]', () => {
    expect(examplesFor(new Set(['get_weather'])).map(example => example.needs).flat()).toEqual(['get_weather'])
    expect(examplesFor(new Set(['query_database', 'calculate', 'get_weather', 'read_file', 'write_file']))).toHaveLength(4)
  })

  it('says a limit aloud and offers to continue, and offers to resume what was interrupted', () => {
    expect(endNotice({ state: 'limited', limit: 'steps' })?.actions.map(action => action.kind)).toEqual(['continue', 'retry'])
    expect(endNotice({ state: 'interrupted' })?.actions.map(action => action.kind)).toEqual(['resume'])
    expect(endNotice({ state: 'cancelled' })?.actions.map(action => action.kind)).toEqual(['retry'])
    expect(endNotice({ state: 'completed' })).toBeNull()
  })

  it('says of a message that is too long only what its author can change [F008-A145]', () => {
    const limit = 'The text is longer than 1 MB. Shorten it, or split it into several messages.'
    const error = {
      code: 'invalid-request', message: `The body is not valid. "input": ${limit}`, details: [{ field: 'input', message: limit }],
    } as const
    expect(describeError(error, false)).toMatchObject({ title: 'Could not send the message', message: limit, actions: [] })
  })

  it('offers for each kind of a provider\'s error the button that mends it [F021-A6]', () => {
    const actionOf = (kind: ProviderErrorKind, isAdmin = false) => describeError(
      { code: 'provider-rejected', message: 'x', kind }, isAdmin,
    ).actions[0]
    expect(actionOf('auth', true)).toMatchObject({ kind: 'link', to: '/admin/providers' })
    expect(actionOf('auth')).toMatchObject({ kind: 'choose-model' })
    expect(actionOf('context-length')).toMatchObject({ kind: 'new-chat' })
    for (const kind of ['quota', 'content-filter', 'bad-request'] as const) expect(actionOf(kind)).toMatchObject({ kind: 'choose-model' })
    expect(describeError({ code: 'provider-unavailable', message: 'x', kind: 'unreachable' }, true).actions).toMatchObject([
      { kind: 'link', to: '/admin/providers' }, { kind: 'retry' },
    ])
    expect(describeError({
      code: 'provider-unavailable', message: 'x', kind: 'unreachable',
    }, false).actions).toMatchObject([{ kind: 'choose-model' }, { kind: 'retry' }])
    for (const kind of [
      'rate-limited', 'overloaded', 'unavailable', 'protocol',
    ] as const) expect(actionOf(kind)).toMatchObject({ kind: 'retry' })
  })

  it('announces turning points and no token', () => {
    const running = buildRun(PARALLEL_RUN)
    const ended = buildRun([...PARALLEL_RUN, [900, { type: 'run-end', reason: 'completed', usage: USAGE, cost: null }]])

    expect(announcementOf(running, ended)).toBe('Answer finished.')
    expect(announcementOf(running, buildRun(WAITING_RUN))).toBe('write_file is waiting for your approval.')
    expect(announcementOf(running, running)).toBeNull()
  })

  it('tells a call of an ended run as one that did not finish', () => {
    const call = buildRun(PARALLEL_RUN).calls['call-1']!

    expect(callDisplay(call, true).verb).toBe('Calling')
    expect(callDisplay(call, false).verb).toBe('Did not finish')
  })

  it('tells a denial by a rule from one by a person [F006-A46]', () => {
    const outcome = { status: 'denied' as const, content: [], durationMs: 0 }
    const call = { ...buildRun(WAITING_RUN).calls['call-1']!, outcome }
    const denied = { ...call, approval: { reason: '', requestedAt: '', answer: { decision: 'deny', at: '' } } } as const

    expect([callDisplay(call, true).verb, callDisplay(denied, true).verb]).toEqual(['Denied by policy:', 'Denied'])
  })

  it('sends an admin to the providers and a user to another model', () => {
    const error = { code: 'provider-rejected', message: 'The key is not valid.' } as const

    expect(describeError(error, true).actions[0]).toMatchObject({ kind: 'link', to: '/admin/providers' })
    expect(describeError(error, false).actions[0]).toMatchObject({ kind: 'choose-model' })
  })

  it('offers to choose another model when the one that was typed is refused [F008-A60]', () => {
    const message = 'There is no provider "foo".'
    const error = { code: 'invalid-request', message, details: [{ field: 'model', message }] } as const

    expect(describeError(error, false)).toMatchObject({ title: 'Model not available', actions: [{ kind: 'choose-model' }] })
    expect(describeError(error, true).actions).toMatchObject([{ kind: 'choose-model' }, { to: '/admin/providers' }])
    expect(describeError({ ...error, details: [{ field: 'input', message: 'Too long.' }] }, false).actions).toEqual([])
  })

  it('tells who has the fix when it is not the reader [F021-A11]', () => {
    const error = { code: 'provider-unavailable', message: 'Dead box could not be reached.', kind: 'unreachable' } as const

    expect(describeError(error, true).message).toBe(error.message)
    expect(describeError(error, false).message).toBe(
      'Dead box could not be reached. Ask an administrator to check the provider settings.',
    )
  })

  it('says that a provider which answered with its own fault was reached [F021-A11]', () => {
    expect(describeError({ code: 'provider-unavailable', message: 'x', kind: 'unavailable' }, true)).toMatchObject({
      title: 'Provider unavailable', actions: [{ kind: 'retry' }],
    })
    expect(describeError({
      code: 'provider-unavailable', message: 'x', kind: 'unreachable',
    }, true).title).toBe('Could not reach the provider')
  })

  it('reads our error body, a foreign status, and no answer at all', () => {
    expect(readApiError({ data: { error: { code: 'conflict', message: 'A run is going on.', requestId: 'r' } } }).code).toBe('conflict')
    expect(readApiError({ statusCode: 404 }).code).toBe('not-found')
    expect(readApiError(new TypeError('fetch failed')).message).toContain('Could not reach the server')
  })

  it('hints at the first plain arguments in one short line', () => {
    expect(toolArgumentHint({ city: 'Paris', options: {}, day: 'today', more: 'x' })).toBe('Paris · today')
    expect(toolArgumentHint({ text: 'a'.repeat(100) })).toHaveLength(72)
    expect(toolArgumentHint(null)).toBe('')
  })

  it('colours JSON without losing a character, finished or not', () => {
    for (const text of ['{\n  "a": [1, true, "x\\"y"]\n}', '{"path": "note', 'no json at all']) {
      expect(jsonTokens(text).map(token => token.text).join('')).toBe(text)
    }
  })

  it('keeps a typed model, and leaves one that is not available', () => {
    expect(pickModel([model('demo/a')], 'openai/typed')).toBe('openai/typed')
    expect(pickModel([model('openai/b', false), model('demo/a')], 'openai/b')).toBe('demo/a')
    expect(pickModel([], null)).toBeNull()
  })
})
