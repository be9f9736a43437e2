import type { ProviderEnvironment } from '../provider'

/** OpenAI's variables, which both of its protocols read; `OPENAI_API` says which one is meant, or else the address. */
export function declareEnvironment(name: string, api: 'responses' | 'chat'): ProviderEnvironment {
  return {
    id: 'openai',
    name,
    keys: ['OPENAI_API_KEY'],
    baseUrl: 'OPENAI_BASE_URL',
    // Many local servers ask for no key.
    addressSuffices: true,
    choice: { variable: 'OPENAI_API', value: api, fits: baseUrl => chooseProtocol(baseUrl) === api },
  }
}

/** Most servers that borrow OpenAI's address variable know only the Chat Completions API. */
function chooseProtocol(baseUrl: string | undefined): 'responses' | 'chat' {
  return baseUrl === undefined || baseUrl.includes('://api.openai.com') ? 'responses' : 'chat'
}
