import { inspect } from 'node:util'
import type { ConsolaInstance, ConsolaReporter } from 'consola'
import type { Redactor } from './redact'

/** Of one text in an error or object: a vendor's whole answer may be the cause of an error. */
const MAX_TEXT_LENGTH = 2000

/** From here on no text, object or error reaches the output of this log before its secrets were removed. */
export function cleanLog(log: ConsolaInstance, redactor: Pick<Redactor, 'redactText'>): void {
  log.setReporters(log.options.reporters.map((reporter): ConsolaReporter => ({
    log: (entry, context) => reporter.log({ ...entry, args: entry.args.map((value: unknown) => cleanValue(value, redactor)) }, context),
  })))
}

/** An error becomes the text that it would be printed as: a secret may be in its stack, its cause or any field. */
function cleanValue(value: unknown, { redactText }: Pick<Redactor, 'redactText'>): unknown {
  if (typeof value === 'string') return redactText(value)
  return typeof value === 'object' && value !== null ? redactText(inspect(value, { depth: 6, maxStringLength: MAX_TEXT_LENGTH })) : value
}
