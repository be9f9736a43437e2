/** Stands in for js-yaml in the browser: what a model writes has no front matter, and Comark's components are off. */
export const load = (): Record<string, never> => ({})
export const dump = (): string => ''
export const JSON_SCHEMA = null
