import { isServerHealthy } from '~/utils/server-health'

const PROBE_MS = 3000

/** While requests get no answer, asks for the server until it is back: errors on the screen are then cleared, and lists loaded again. */
export default defineNuxtPlugin(() => {
  const isDisconnected = useIsDisconnected()
  let timer: ReturnType<typeof setInterval> | undefined

  async function probe() {
    if (isDisconnected.value && !document.hidden && await isServerHealthy()) isDisconnected.value = false
  }

  watch(isDisconnected, (now) => {
    clearInterval(timer)
    if (now) timer = setInterval(() => void probe(), PROBE_MS)
  })
  addEventListener('online', () => void probe())
  document.addEventListener('visibilitychange', () => void probe())
})
