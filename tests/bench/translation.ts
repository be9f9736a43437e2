import type { ToolDefinition } from '#shared/tool'
import { providers } from '#server/providers'
import type { ModelRequest } from '#server/providers/provider'
import { answerWith } from './worker-process'

const COUNTS = [10, 100, 1000]
/** Nobody listens there: a request is written, and then goes nowhere. */
const NOWHERE = { baseUrl: 'http://127.0.0.1:9', apiKey: 'bench' }

/** How long one provider takes to write a request with so many tools. */
export interface TranslationTimes {
  readonly provider: string
  readonly tools: number
  /** `JSON.stringify` of the definitions, in milliseconds; the others are multiples of it. */
  readonly stringifyMs: number
  readonly first: number
  readonly again: number
}

/** As servers of an office describe theirs: a few parameters, some nested, some with a choice. */
function createTools(count: number): readonly ToolDefinition[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `service_${index % 17}.list_records_${index}`,
    description: `Lists the records of table ${index}. Give a filter to narrow the list, and a limit to shorten it.`,
    annotations: { readOnlyHint: true },
    inputSchema: {
      type: 'object',
      properties: {
        table: { type: 'string', description: 'Name of the table.' },
        filter: {
          type: 'object', required: ['field', 'value'],
          properties: {
            field: { type: 'string' }, operator: { enum: ['=', '<', '>'] }, value: { anyOf: [{ type: 'string' }, { type: 'number' }] },
          },
        },
        fields: { type: 'array', items: { type: 'string' }, description: 'Only these fields; all when absent.' },
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
      },
      required: ['table'],
      additionalProperties: false,
    },
  }))
}

/** Until the body is written: the request is told before it is sent. */
async function writeRequest(provider: typeof providers[number], tools: readonly ToolDefinition[]): Promise<number> {
  const request: ModelRequest = { model: 'bench-1', messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }], tools }
  const from = performance.now()
  for await (const [event] of provider.stream(request, { connection: NOWHERE, signal: new AbortController().signal })) {
    if (event?.type === 'request') break
  }
  return performance.now() - from
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN
}

function timeStringify(tools: readonly ToolDefinition[]): number {
  const from = performance.now()
  JSON.stringify(tools)
  return performance.now() - from
}

/** By turns, so that what else the machine does meets all three alike. */
async function measure(provider: typeof providers[number], count: number, rounds: number): Promise<TranslationTimes> {
  const kept = createTools(count)
  const times = { stringify: [] as number[], first: [] as number[], again: [] as number[] }
  await writeRequest(provider, kept)
  for (let round = 0; round < rounds; round += 1) {
    times.stringify.push(timeStringify(kept))
    times.again.push(await writeRequest(provider, kept))
    // New objects each time: what was translated once is remembered by identity.
    times.first.push(await writeRequest(provider, createTools(count)))
  }
  const stringifyMs = median(times.stringify)
  const toMultiple = (milliseconds: readonly number[]) => median(milliseconds) / stringifyMs
  return { provider: provider.id, tools: count, stringifyMs, first: toMultiple(times.first), again: toMultiple(times.again) }
}

const [rounds] = process.argv.slice(2)
answerWith(async () => {
  const times: TranslationTimes[] = []
  for (const provider of providers.filter(({ officialBaseUrl }) => officialBaseUrl !== '')) {
    for (const count of COUNTS) times.push(await measure(provider, count, Number(rounds)))
  }
  return times
})
