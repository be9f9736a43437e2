/** In place of Nuxt's own answer to a script that cannot be loaded, which reloads the page whether or not there is a server. */
export default defineNuxtPlugin((nuxtApp) => {
  const router = useRouter()
  const { wanted, loadAnew } = useUnreachable()
  const lost = new Set<unknown>()

  router.beforeEach(() => {
    lost.clear()
    wanted.value = null
  })
  nuxtApp.hook('app:chunkError', ({ error }) => {
    lost.add(error)
  })
  router.onError((error, to) => {
    if (lost.has(error)) void loadAnew(to.fullPath)
  })
  // Another build is served now: what follows comes from it.
  nuxtApp.hook('app:manifest:update', () => {
    router.beforeResolve(to => void loadAnew(to.fullPath))
  })
})
