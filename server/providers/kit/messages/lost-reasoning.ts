import type { TurnOrigin } from '#shared/message'
import type { TranslationWarning } from '#shared/run-event'
import type { AssistantMessage } from './repair-history'

type Turn = AssistantMessage & { readonly path: string }

/**
 * Names the reasoning that stays behind when turns are rebuilt instead of replayed: one warning for each model it came
 * from, however many its turns, so that an old conversation does not flood the record of a run.
 */
export function warnOfLostReasoning(rebuilt: readonly Turn[], target: TurnOrigin): readonly TranslationWarning[] {
  const losses = rebuilt.flatMap((turn) => {
    const keyword = findLoss(turn)
    return keyword ? [{ keyword, turn, from: describeOrigin(turn.origin, target) }] : []
  })
  const groups = Map.groupBy(losses, ({ keyword, from }) => `${keyword} ${from}`)
  return [...groups.values()].flatMap((group): readonly TranslationWarning[] => {
    const [first] = group
    if (!first) return []
    return [
      { path: first.turn.path, keyword: first.keyword, action: 'left-out', reason: describeLoss(first.keyword, first.from, group.length) },
    ]
  })
}

type Loss = 'reasoning' | 'signature'

function findLoss({ parts, hasSealedReasoning }: Turn): Loss | undefined {
  if (parts.some(part => part.type === 'reasoning' && part.text.trim() !== '')) return 'reasoning'
  return hasSealedReasoning ? 'signature' : undefined
}

/** Empty for a turn of the very model that is asked, which broke off before it was whole. */
function describeOrigin({ adapter, endpoint, model }: TurnOrigin, target: TurnOrigin): string {
  if (adapter === '' || (adapter === target.adapter && endpoint === target.endpoint && model === target.model)) return ''
  const place = adapter === target.adapter && model === target.model ? ' at another address' : ''
  return `${adapter}/${model}${place}`
}

function describeLoss(loss: Loss, from: string, count: number): string {
  const thing = loss === 'reasoning' ? 'reasoning' : 'sealed reasoning'
  if (from === '') return `The ${thing} of an answer that broke off was left out: it can only go back whole.`
  const turns = count === 1 ? 'an earlier turn' : `${count} earlier turns`
  return `The ${thing} of ${turns} by ${from} was left out: another model cannot read it.`
}
