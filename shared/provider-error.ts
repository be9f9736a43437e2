import { z } from 'zod'

/** Errors of a provider, by what fixes them. */
export const providerErrorKindSchema = z.enum([
  /** The key is missing, wrong, or may not do this. */
  'auth',
  /** The account is empty, or has used up what it may use: waiting a moment does not help. */
  'quota',
  'rate-limited',
  'overloaded',
  /** The conversation does not fit into the model. */
  'context-length',
  'content-filter',
  'bad-request',
  /** It answered that it cannot, or fell silent. */
  'unavailable',
  /** No server answered at its address. */
  'unreachable',
  'protocol',
])
export type ProviderErrorKind = z.infer<typeof providerErrorKindSchema>
