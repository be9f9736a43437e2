/** One vendor's interface, as a server is told to call it at an address of the test's own. */
export interface Surface {
  /** Also the adapter's id. */
  readonly name: string
  /** As a run names it. */
  readonly model: string
  /** `origin` has no path. */
  environment(origin: string): Readonly<Record<string, string>>
}

/** Every way in which a vendor is asked over HTTP. */
export const SURFACES: readonly Surface[] = [
  { name: 'anthropic', model: 'anthropic/claude-sonnet-4-6', environment: origin => ({ ANTHROPIC_API_KEY: 'test-key', ANTHROPIC_BASE_URL: origin }) },
  { name: 'openai-responses', model: 'openai/gpt-5.1', environment: origin => ({ OPENAI_API_KEY: 'test-key', OPENAI_BASE_URL: `${origin}/v1`, OPENAI_API: 'responses' }) },
  { name: 'openai-chat', model: 'openai/gpt-4.1', environment: origin => ({ OPENAI_API_KEY: 'test-key', OPENAI_BASE_URL: `${origin}/v1`, OPENAI_API: 'chat' }) },
  { name: 'gemini', model: 'gemini/gemini-2.5-pro', environment: origin => ({ GEMINI_API_KEY: 'test-key', GEMINI_BASE_URL: origin }) },
]
