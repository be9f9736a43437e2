/** A sign-out in one tab ends the session of all: what they show must not stay for the next person at this browser. */
export default defineNuxtPlugin(() => {
  const { onSignOut } = useSession()
  const router = useRouter()
  onSignOut(() => {
    const { path, fullPath } = router.currentRoute.value
    if (path === '/login' || path === '/setup') return
    // A full load, as in the tab that signed out: whatever was in memory goes with the page.
    window.location.assign(`/login?next=${encodeURIComponent(fullPath)}`)
  })
})
