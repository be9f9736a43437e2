export async function isServerHealthy(): Promise<boolean> {
  try {
    return (await fetch('/api/health', { cache: 'no-store' })).ok
  }
  catch {
    return false
  }
}
