import { describe, expect, it } from 'vitest'
import { auditKindSchema } from '#shared/audit'
import { AUDIT_KIND_GROUPS, describeAuditActor, describeAuditResult, isAuditKind } from '~/utils/wording/audit-wording'

describe('audit wording', () => {
  it('offers every kind of record as a filter exactly once', () => {
    const offered = AUDIT_KIND_GROUPS.flatMap(group => group.kinds)
    expect(offered.toSorted()).toEqual(auditKindSchema.options.toSorted())
    expect(isAuditKind('toString')).toBe(false)
  })

  it('says the result in words, never by colour alone', () => {
    expect(describeAuditResult({ kind: 'tool.finished', success: true, error: null })).toBe('Succeeded')
    expect(describeAuditResult({ kind: 'tool.finished', success: false, error: 'timed-out' })).toBe('Timed out')
    expect(describeAuditResult({ kind: 'tool.refused', success: false, error: 'invalid-input' })).toBe('Invalid arguments')
    expect(describeAuditResult({ kind: 'auth.login-failed', success: false, error: 'unauthenticated' })).toBe('Unauthenticated')
    expect(describeAuditResult({ kind: 'tool.finished', success: false, error: null })).toBe('Failed')
    expect(describeAuditResult({ kind: 'tool.finished', success: null, error: null })).toBeNull()
  })

  it('says what a person answered, which is no error when it is a no', () => {
    expect(describeAuditResult({ kind: 'approval.answered', success: true, error: null })).toBe('Allowed')
    expect(describeAuditResult({ kind: 'approval.answered', success: false, error: null })).toBe('Denied')
  })

  it('names who acted even when the account is gone', () => {
    expect(describeAuditActor({ kind: 'run.ended', userId: 'u1', userName: null })).toBe('Removed user')
    expect(describeAuditActor({ kind: 'run.ended', userId: null, userName: null })).toBe('System')
    expect(describeAuditActor({ kind: 'auth.login-failed', userId: null, userName: null })).toBe('Unknown')
  })
})
