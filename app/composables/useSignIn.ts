import type { LoginInput, SetupInput } from '#shared/account'

/**
 * Signing in for the first time and every time after. Both end with a real page load: nothing that one account
 * has read can stay in the memory of the next one's page.
 */
export function useSignIn() {
  const open = (path: string) => navigateTo(path, { external: true })

  async function signIn(input: LoginInput, wanted: unknown) {
    await $fetch('/api/auth/login', { method: 'POST', body: input })
    await open(toSafeRedirect(wanted))
  }

  async function setUp(input: SetupInput) {
    await $fetch('/api/setup', { method: 'POST', body: input })
    await open('/')
  }

  return { signIn, setUp }
}
