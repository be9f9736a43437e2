import { describe, expect, it } from 'vitest'
import { auditKindSchema } from '#shared/audit'
import { AUDIT_KIND_GROUPS, describeAuditActor, describeAuditResult, isAuditKind } from '~/utils/audit-wording'

describe('audit wording', () => {
  it('offers every kind of record as a filter exactly once', () => {
    const offered = AUDIT_KIND_GROUPS.flatMap(group => group.kinds)
    expect(offered.toSorted()).toEqual(auditKindSchema.options.toSorted())
    expect(isAuditKind('toString')).toBe(false)
  })

  it('says the result in words, never by colour alone', () => {
    expect(describeAuditResult({ success: true, error: null })).toBe('Succeeded')
    expect(describeAuditResult({ success: false, error: 'timed-out' })).toBe('Timed out')
    expect(describeAuditResult({ success: false, error: null })).toBe('Failed')
    expect(describeAuditResult({ success: null, error: null })).toBeNull()
  })

  it('names who acted even when the account is gone', () => {
    expect(describeAuditActor({ kind: 'run.ended', userId: 'u1', userName: null })).toBe('Removed account')
    expect(describeAuditActor({ kind: 'run.ended', userId: null, userName: null })).toBe('System')
    expect(describeAuditActor({ kind: 'auth.login-failed', userId: null, userName: null })).toBe('Unknown')
  })
})
