import { expect, it } from 'vitest'
import { runLoop } from '#server/runs/loop/run-loop'
import { say } from '../../../../support/fake-provider'
import { createLoopContext } from '../../../../support/loop-context'

it('hands the names of strict tools to the provider, and none where there is none [F018-A6]', async () => {
  for (const strictTools of [new Set(['read']), undefined]) {
    const { context, provider } = await createLoopContext({ answers: [say('Done.')], tools: [{ name: 'read' }, { name: 'write' }] })
    await runLoop({ ...context, strictTools })
    expect(provider.requests[0]?.strictTools).toEqual(strictTools)
  }
})
