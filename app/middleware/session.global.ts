const PUBLIC_PATHS = new Set(['/login', '/setup'])

export default defineNuxtRouteMiddleware(async (to) => {
  // An API path that no route answers is rendered as a page; asking for the session there would ask itself forever.
  if (to.path.startsWith('/api/')) return
  const { session, refresh } = useSession()
  if (!session.value) await refresh().catch(() => undefined) // The screens say it when the server is away.
  if (!session.value) return

  if (session.value.needsSetup) return to.path === '/setup' ? undefined : navigateTo('/setup')
  if (!session.value.user) return PUBLIC_PATHS.has(to.path) ? undefined : navigateTo({ path: '/login', query: { next: to.fullPath } })
  return PUBLIC_PATHS.has(to.path) ? navigateTo('/') : undefined
})
