import { createServer } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { AppError } from '#server/errors'
import { describeListenError, describeStartError } from '#server/utils/start-error'
import { watchListening } from '#server/utils/watch-listening'

it.each([
  [new AppError('misconfigured', 'Set PORT.'), 'Set PORT.'],
  [new AppError('storage-unavailable', 'The database cannot be used.'), 'The database cannot be used.'],
  [
    Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
    'The disk of the data folder is full. Free some space, then start again.',
  ],
  [Object.assign(new Error('EACCES: permission denied, mkdir \'/data\''), { code: 'EACCES' }), expect.stringContaining('mkdir \'/data\'')],
  [new AppError('internal', 'x'), undefined],
  [new Error('a bug'), undefined],
])('says what the person who starts the server can do about %s [F005-A77]', (error, sentence) => {
  expect(describeStartError(error)).toEqual(sentence)
})

it('learns when a server listens and on which port, and why another cannot [F005-A77]', async () => {
  const servers = [createServer(), createServer()] as const
  onTestFinished(() => servers.forEach(server => server.close()))
  const port = await new Promise<number | undefined>((resolve, reject) => {
    watchListening({ onListening: resolve, onError: reject })
    servers[0].listen(0, '127.0.0.1')
  })
  expect(port).toBeGreaterThan(0)
  const error = await new Promise((resolve) => {
    watchListening({ onListening: resolve, onError: resolve })
    servers[1].on('error', () => {})
    servers[1].listen(port, '127.0.0.1')
  })
  expect(describeListenError(error)).toBe(
    `Port ${port} of 127.0.0.1 is in use. Stop the program that uses it, or set PORT to another port.`,
  )
})
