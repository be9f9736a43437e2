import { createConsola, type LogObject } from 'consola'
import { describe, expect, test } from 'vitest'
import { cleanLog } from '#server/audit/clean-log'
import { createRedactor, REDACTED } from '#server/audit/redact'

const SECRET = 'canary of no known shape'
const VENDOR_KEY = 'sk-ant-api03-abcdefghijklmnopqrstuvwx'

function createLog() {
  const written: LogObject[] = []
  const log = createConsola({ level: 5, reporters: [{ log: entry => written.push(entry) }] })
  cleanLog(log, createRedactor(() => [SECRET]))
  return { log, written, text: () => JSON.stringify(written.map(({ args }) => args)) }
}

describe('the log', () => {
  test.each([SECRET, VENDOR_KEY])('holds no %j: not in text, objects, errors, causes or fields of errors [F007-A28]', (secret) => {
    const { log, text } = createLog()
    const cause = Object.assign(new Error(`cause ${secret}`), { response: { headers: { 'x-echo': secret } } })
    log.info(`text ${secret}`, { deep: { list: [secret] } })
    log.error(new Error(`message ${secret}`, { cause }))
    log.error('A run failed.', { runId: 'r', error: cause })
    log.warn({ message: `entry ${secret}`, additional: secret })
    log.log('%s', secret)
    log.fatal(secret)
    expect(text()).not.toContain(secret)
    for (const words of [
      'text ', 'message ', 'cause ', 'x-echo', 'A run failed.', 'entry ', 'clean-log.test.ts',
    ]) expect(text()).toContain(words)
  })

  test('keeps everything else as it is', () => {
    const { log, written } = createLog()
    log.info(
      'Patchbay is up. Create the first admin here, once: http://127.0.0.1:3000/setup?token=1XmJq-abc_0123456789abcdefghijklmnopqrstuvwx',
      3, true, undefined, null,
    )
    expect(written[0]!.args).toEqual([
      'Patchbay is up. Create the first admin here, once: http://127.0.0.1:3000/setup?token=1XmJq-abc_0123456789abcdefghijklmnopqrstuvwx',
      3, true, undefined, null,
    ])
    log.warn(`kept ${SECRET}`)
    expect(written[1]!.args).toEqual([`kept ${REDACTED}`])
  })
})
