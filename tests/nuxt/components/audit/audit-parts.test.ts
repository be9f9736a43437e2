import { mountSuspended } from '@nuxt/test-utils/runtime'
import { describe, expect, it } from 'vitest'
import type { AuditRow, ReadAuditRecord } from '#shared/audit'
import type { AuditVerification } from '#shared/audit-verification'
import AuditRecordView from '~/components/audit/AuditRecordView.vue'
import AuditRowLine from '~/components/audit/AuditRowLine.vue'
import AuditVerdict from '~/components/audit/AuditVerdict.vue'
import AuditFilterBar from '~/components/audit/AuditFilterBar.vue'

const row: AuditRow = {
  seq: 42, at: '2026-11-21T10:00:00Z', kind: 'tool.finished', userId: 'u1', userName: 'Ada', conversationId: 'c1', runId: 'r1', step: 2,
  callId: 'call 7', executionId: 'e1', tool: 'calculate', source: 'calculator', definitionHash: 'd',
  success: false, durationMs: 1240, error: 'timed-out',
}
const record: ReadAuditRecord = {
  ...row, input: { expression: '1 + 1' }, output: null, inputCommit: 'ic', outputCommit: 'oc', prevHash: 'before', hash: 'this',
  canOpenChat: true,
}

describe('one line of the audit list', () => {
  const mountRow = () => mountSuspended(AuditRowLine, { props: { row, index: 0, selected: false, focused: false } })

  it('says tool, person, result and time in words', async () => {
    const line = await mountRow()
    for (const words of ['Tool finished', 'calculate', 'Ada', 'Timed out', '1.2 s']) expect(line.text()).toContain(words)
    expect(line.find('time').attributes('title')).toContain('21 Nov 2026')
  })

  it('is a link that a plain click opens beside the list [F009-A7]', async () => {
    const line = await mountRow()
    const link = line.find('a')
    expect(link.attributes('href')).toBe('/audit/42')
    await link.trigger('click')
    expect(line.emitted('open')).toEqual([[42]])
    await link.trigger('click', { ctrlKey: true })
    expect(line.emitted('open')).toHaveLength(1)
  })
})

describe('one record', () => {
  it('does not link to a chat of another person, or to one that is gone [F009-A130] [F009-A134]', async () => {
    const view = await mountSuspended(AuditRecordView, { props: { record: { ...record, canOpenChat: false } } })
    expect(view.text()).not.toContain('Open chat')
    expect(view.findAll('a').map(link => link.attributes('href'))).toContain('/audit?conversation=c1')
  })

  it('links to its call in the chat and to its neighbours in the list [F009-A7]', async () => {
    const view = await mountSuspended(AuditRecordView, { props: { record } })
    const targets = view.findAll('a').map(link => link.attributes('href'))
    expect(targets).toContain('/chat/c1?call=call%207')
    expect(targets).toContain('/audit?run=r1')
  })

  it('names its filters by what they find [F009-A46]', async () => {
    const view = await mountSuspended(AuditRecordView, { props: { record } })
    const names = view.findAll('a[href^="/audit?"]').map(link => link.attributes('aria-label'))
    expect(names.map(name => name?.replace('Show all records of this ', ''))).toEqual(['user', 'tool', 'source', 'conversation', 'run'])
  })

  it('shows its bodies, and tells an erased one from one that never was', async () => {
    const view = await mountSuspended(AuditRecordView, { props: { record } })
    expect(view.text()).toContain('"expression"')
    expect(view.find('[aria-label="Output"]').text()).toContain('Removed by retention')
    await view.setProps({ record: { ...record, outputCommit: null } })
    expect(view.find('[aria-label="Output"]').text()).toContain('Nothing recorded')
  })
})

describe('the verdict over the log', () => {
  const verification: AuditVerification = {
    ok: true, records: 1, head: 'abc', unsignedTail: 1, checkpoints: {
      count: 0, lastSeq: 0, newestAt: null, keyId: '0123456789abcdef',
    }, checkpointErrors: [],
  }
  const mountVerdict = (change: Partial<AuditVerification>) => mountSuspended(
    AuditVerdict, { props: { result: { ...verification, ...change } } },
  )

  it('names the first record that does not fit [F009-A8]', async () => {
    const verdict = await mountVerdict({ ok: false, records: 9, firstBad: { seq: 4, reason: 'its hash differs.' } })
    expect(verdict.text()).toContain('The log was altered')
    expect(verdict.find('a').attributes('href')).toBe('/audit/4')
  })

  it('gives the newest hash to note outside, and says why [F009-A8]', async () => {
    const verdict = await mountVerdict({})
    expect(verdict.text()).toContain('1 record checked')
    expect(verdict.text()).toContain('keep the number of records and this hash outside this server')
    expect(verdict.find('code').text()).toBe('1 abc')
  })

  it('names what contradicts the signatures, one line each [F007-A25]', async () => {
    const verdict = await mountVerdict({
      ok: false,
      checkpointErrors: [
        { code: 'shorter-than-signed-head', message: 'The log ends at record 1.' },
        { code: 'signed-by-another-key', message: 'Checkpoint 2 was signed.' },
      ],
    })
    expect(verdict.text()).toContain('Shorter than the signed head. The log ends at record 1.')
    expect(verdict.text()).toContain('Signed by another key. Checkpoint 2 was signed.')
  })

  it('does not say that the log was changed when only the checkpoint file could not be read [F007-A50]', async () => {
    const unread = { code: 'checkpoint-file-unreadable', message: 'Move it away.' } as const
    const verdict = await mountVerdict({ ok: false, checkpointErrors: [unread] })
    expect(verdict.text()).toContain('Could not verify the whole log')
    expect(verdict.text()).toContain('Could not read the checkpoint file. Move it away.')
    const changed = await mountVerdict({ ok: false, checkpointErrors: [unread, { code: 'not-as-signed', message: 'Records 1 to 6.' }] })
    expect(changed.text()).toContain('The log was altered')
  })

  it('says what is signed, what is not yet, and what that proves [F007-A25]', async () => {
    const signed = await mountVerdict(
      { unsignedTail: 1200, checkpoints: { count: 2, lastSeq: 2000, newestAt: '2026-11-21T10:00:00Z', keyId: '0123456789abcdef' } },
    )
    for (const words of [
      'Records up to No. 2,000 are signed, in 2 checkpoints', '21 Nov 2026', 'Unsigned tail: 1,200 records', '0123456789abcdef',
      'What this proves',
    ]) {
      expect(signed.text()).toContain(words)
    }
    const unsigned = await mountVerdict({ unsignedTail: 0 })
    expect(unsigned.text()).toContain('No signed records yet. No unsigned records.')
  })
})

describe('the filters', () => {
  it('are chips that can be taken away one by one [F009-A6]', async () => {
    const bar = await mountSuspended(AuditFilterBar, { props: { filters: { kind: 'tool.refused', success: 'false' } } })
    await bar.find('[aria-label="Remove the filter Event: Tool call rejected"]').trigger('click')
    expect(bar.emitted('change')).toEqual([[{ kind: undefined }]])
  })

  it('search when Enter is pressed', async () => {
    const bar = await mountSuspended(AuditFilterBar, { props: { filters: {} } })
    await bar.find('input[type="search"]').setValue('alice')
    await bar.find('form').trigger('submit')
    expect(bar.emitted('change')).toEqual([[{ q: 'alice' }]])
  })
})
