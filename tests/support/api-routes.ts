import { globSync, readFileSync } from 'node:fs'

/** One file of `server/api`, as it is called over HTTP. */
export interface ListedRoute {
  readonly method: string
  /** With `[name]` where a parameter stands. */
  readonly path: string
  readonly role: string
  readonly scope?: string
}

/** Every route that the server has, read from its files, so that a new one cannot be forgotten by a test. */
export function listApiRoutes(): readonly ListedRoute[] {
  return globSync('server/api/**/*.*.ts').filter(file => !file.includes('[...')).map((file) => {
    const [, path = '', method = ''] = /^server(.+?)(?:\/index)?\.(\w+)\.ts$/.exec(file) ?? []
    const source = readFileSync(file, 'utf8')
    return { method: method.toUpperCase(), path, role: /role: '(\w+)'/.exec(source)?.[1] ?? '', scope: /scope: '(\w+)'/.exec(source)?.[1] }
  })
}
