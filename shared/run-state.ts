/** Run states in which a worker holds it or will pick it up; in every other one it has ended. */
export const OPEN_RUN_STATES = ['queued', 'running', 'waiting'] as const

export function isOpenRun(state: string): boolean {
  return OPEN_RUN_STATES.some(open => open === state)
}
