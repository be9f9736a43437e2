import type { SessionInfo } from '#shared/account'

/** One for the page: another one of the same name would bring this tab its own messages. */
const channel = import.meta.client ? new BroadcastChannel('patchbay-session') : undefined

/** Who is signed in. Filled once by the global middleware, on the server where there is one; `null` until it is known. */
export function useSession() {
  const session = useState<SessionInfo | null>('session', () => null)
  const user = computed(() => session.value?.user ?? null)
  const isAdmin = computed(() => user.value?.role === 'admin')
  const isReviewer = computed(() => isAdmin.value || user.value?.role === 'reviewer')

  /** On the server the request carries the visitor's cookies on. */
  async function refresh() {
    session.value = await useRequestFetch()<SessionInfo>('/api/auth/session')
  }

  async function signOut() {
    await $fetch('/api/auth/logout', { method: 'POST' })
    session.value = null
    channel?.postMessage('signed-out')
    // A full load: whatever the last account had in memory goes with the page.
    window.location.assign('/login')
  }

  /** Calls back when another tab of this browser signs out. */
  function onSignOut(act: () => void) {
    channel?.addEventListener('message', act)
  }

  return { session, user, isAdmin, isReviewer, refresh, signOut, onSignOut }
}
