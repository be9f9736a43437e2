import { z } from 'zod'

/** What went wrong with a provider, by what mends it. */
export const providerFaultKindSchema = z.enum([
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
  /** Nobody answered at its address. */
  'unreachable',
  'protocol',
])
export type ProviderFaultKind = z.infer<typeof providerFaultKindSchema>
