/**
 * The one way to the API. Failed requests throw what `useAppError` reads; a session that ended sends the person
 * to the sign-in page and back to where they were.
 */
export function useApi() {
  const { session } = useSession()
  const route = useRoute()

  return $fetch.create({
    async onResponseError({ response }) {
      if (response.status !== 401 || import.meta.server) return
      session.value = null
      await navigateTo({ path: '/login', query: { next: route.fullPath } })
    },
  })
}
