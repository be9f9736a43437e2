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

/**
 * Where to go after signing in: a path of this site, or the start page.
 * Anything else (`//evil.example`, `/\evil.example`) would turn the sign-in page into a springboard to another site.
 */
export function toSafeRedirect(wanted: unknown): string {
  if (typeof wanted !== 'string' || !/^\/(?![/\\])/.test(wanted) || /[\t\n\r]/.test(wanted)) return '/'
  return /^\/(login|setup)(?=$|[/?#])/.test(wanted) ? '/' : wanted
}
