import { isServerHealthy } from '~/utils/server-health'

/**
 * A screen whose script could not be loaded. Only a server that answers makes a new page load right (after an upgrade
 * the old scripts are gone); without one the browser would put its own error page in place of this one.
 */
export function useUnreachable() {
  /** Where the person wanted to go when the server did not answer. */
  const wanted = useState<string | null>('unreachable', () => null)
  const isTrying = useState('unreachable-trying', () => false)
  const isDisconnected = useIsDisconnected()

  /** Loads the screen anew as a page of its own, if there is a server for it. */
  async function loadAnew(path: string) {
    if (await isServerHealthy()) reloadNuxtApp({ path, persistState: true })
    else {
      wanted.value = path
      isDisconnected.value = true
    }
  }

  async function tryAgain() {
    isTrying.value = true
    const path = wanted.value
    if (path && await isServerHealthy()) {
      wanted.value = null
      await navigateTo(path)
    }
    isTrying.value = false
  }

  return { wanted, isTrying, loadAnew, tryAgain }
}
