import { expect, it } from 'vitest'
import type { AssistantPart, TurnOrigin } from '#shared/message'
import { warnOfLostReasoning } from '#server/providers/kit/messages/lost-reasoning'

const HERE: TurnOrigin = { adapter: 'gemini', endpoint: 'https://gemini.test', model: 'gemini-4-argon' }
const CLAUDE: TurnOrigin = { adapter: 'anthropic', endpoint: 'https://anthropic.test', model: 'claude-opus-5' }
const thought: AssistantPart = { type: 'reasoning', text: 'Hm.' }
const said: AssistantPart = { type: 'text', text: 'Yes.' }

function turn(origin: TurnOrigin, parts: readonly AssistantPart[], native?: unknown) {
  return { role: 'assistant' as const, origin, parts, native, path: '/messages/1' }
}
const reasonsOf = (...turns: ReturnType<typeof turn>[]) => (
  warnOfLostReasoning(turns, HERE).map(({ keyword, reason }) => `${keyword}: ${reason}`)
)

it('says it once for each model, however many its turns [F020-A7]', () => {
  expect(reasonsOf(turn(CLAUDE, [thought]), turn(CLAUDE, [
    thought, said,
  ]), turn({ ...CLAUDE, model: 'claude-haiku-5-5' }, [thought]))).toEqual([
    'reasoning: The reasoning of 2 earlier turns by anthropic/claude-opus-5 was left out: another model cannot read it.',
    'reasoning: The reasoning of an earlier turn by anthropic/claude-haiku-5-5 was left out: another model cannot read it.',
  ])
})

it('names sealed reasoning that nobody was shown', () => {
  const sealed = { ...turn(CLAUDE, [said], {}), hasSealedReasoning: true }
  expect(reasonsOf(sealed)).toEqual([
    'signature: The sealed reasoning of an earlier turn by anthropic/claude-opus-5 was left out: another model cannot read it.',
  ])
})

it('says nothing where nothing is lost', () => {
  expect(reasonsOf(turn(CLAUDE, [said]), turn(CLAUDE, [said], { content: [] }))).toEqual([])
})

it('tells another address, and an answer that broke off, from another model', () => {
  expect(reasonsOf(turn({ ...HERE, endpoint: 'https://proxy.test' }, [thought]))).toEqual([
    expect.stringContaining('gemini/gemini-4-argon at another address'),
  ])
  const broken = 'reasoning: The reasoning of an answer that broke off was left out: it can only go back whole.'
  expect(reasonsOf(turn(HERE, [thought]), turn({ adapter: '', endpoint: '', model: '' }, [thought]))).toEqual([broken])
})
