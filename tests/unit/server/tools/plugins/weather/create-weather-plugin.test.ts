import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createPluginContext } from '#server/tools/create-plugin-context'
import { createWeatherPlugin } from '#server/tools/plugins/weather/create-weather-plugin'
import { callTool } from '../../../../../support/call-tool'
import { createToolCallContext } from '../../../../../support/tool-call-context'

const CONTEXT = createPluginContext({ workspaceRoots: [], databaseDirectory: '', appDirectory: '', weatherSource: 'sample' })

async function startServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function createLive(url: string) {
  return createWeatherPlugin({ ...CONTEXT, weatherSource: 'auto' }, { geocodingUrl: url, forecastUrl: url })
}

const PARIS = JSON.stringify({ results: [{ name: 'Paris', country: 'France', latitude: 48.9, longitude: 2.3 }] })
const FORECAST = {
  current: { time: '2026-09-14T12:15', temperature_2m: 19.4, relative_humidity_2m: 61, weather_code: 2, wind_speed_10m: 11.2 },
  daily: {
    time: ['2026-09-14', '2026-09-15'], temperature_2m_mean: [18, 21.5], relative_humidity_2m_mean: [60, 55], weather_code: [2, 61],
    wind_speed_10m_max: [15, 20],
  },
}

/** What Open-Meteo says of Paris. */
function answerTo({ url = '' }: { readonly url?: string }): string {
  return url.includes('/v1/search') ? PARIS : JSON.stringify(FORECAST)
}

async function startOpenMeteo(): Promise<string> {
  return startServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const known = url.searchParams.get('name') === 'Lyon'
    const places = known ? { results: [{ name: 'Lyon', country: 'France', latitude: 45.7, longitude: 4.8 }] } : {}
    response.end(JSON.stringify(url.pathname === '/v1/search' ? places : FORECAST))
  })
}

describe('get_weather', () => {
  const sample = createWeatherPlugin({ ...CONTEXT, weatherSource: 'sample' }, { fetch: () => Promise.reject(new Error('no network')) })

  it('answers from the sample and says so [F003-A23]', async () => {
    expect(await callTool(sample, 'get_weather', { city: 'paris, France' })).toEqual({
      content: [
        { type: 'text', text: 'Paris, France, today: 18 °C, partly cloudy, humidity 65%, wind 12 km/h (sample data, not a measurement).' },
      ],
      structuredContent: {
        city: 'Paris', country: 'France', day: 'today', temperatureC: 18, condition: 'Partly cloudy', humidity: 65, windKmh: 12,
        source: 'sample',
      },
      isTextComplete: true,
    })
    expect((await callTool(sample, 'get_weather', { city: 'sao paulo', day: 'tomorrow' })).structuredContent).toMatchObject({
      city: 'São Paulo', temperatureC: 24,
    })
  })

  it('lists the cities of the sample when one is not in it', async () => {
    await expect(callTool(sample, 'get_weather', { city: 'Atlantis' })).rejects.toThrow(/no city "Atlantis". It has: Amsterdam, Berlin/)
  })

  it('answers from Open-Meteo and says so', async () => {
    const live = createLive(await startOpenMeteo())
    const today = await callTool(live, 'get_weather', { city: 'Lyon' })
    expect(today.content).toMatchObject([{ text: expect.stringMatching(/\(Open-Meteo, 2026-09-14T12:15\)\.$/) }])
    expect(today.structuredContent).toEqual({
      city: 'Lyon', country: 'France', day: 'today', temperatureC: 19.4, condition: 'Partly cloudy', humidity: 61, windKmh: 11.2,
      observedAt: '2026-09-14T12:15', source: 'open-meteo',
    })
    expect((await callTool(live, 'get_weather', { city: 'Lyon', day: 'tomorrow' })).structuredContent).toMatchObject({
      temperatureC: 21.5, condition: 'Light rain', observedAt: '2026-09-15',
    })
  })

  it('says that a city is unknown rather than make one up', async () => {
    await expect(callTool(createLive(await startOpenMeteo()), 'get_weather', { city: 'Paris' })).rejects.toThrow(/knows no city "Paris"/)
  })

  it.each<[string, RequestListener]>([
    ['answers with an error', (_request, response) => response.writeHead(500).end('{}')],
    ['answers nonsense', (_request, response) => response.end('<html>')],
    ['leaves out what is needed', (_request, response) => response.end('{"results":[{}]}')],
    ['sends more than 256 KB', (request, response) => response.end(`${answerTo(request)}${' '.repeat(256 * 1024)}`)],
    ['sends elsewhere', (request, response) => {
      if (request.url?.startsWith('/moved')) response.end(answerTo(request))
      else response.writeHead(302, { location: `/moved${request.url}` }).end()
    }],
    ['hangs up', request => request.socket.destroy()],
  ])('falls back to the sample when the service %s [F003-A24]', async (_what, listener) => {
    const live = createLive(await startServer(listener))
    expect((await callTool(live, 'get_weather', { city: 'Paris' })).structuredContent).toMatchObject({ city: 'Paris', source: 'sample' })
  })

  it('takes an answer of 256 KB', async () => {
    const url = await startServer((request, response) => response.end(answerTo(request).padEnd(256 * 1024)))
    expect((await callTool(createLive(url), 'get_weather', { city: 'Paris' })).structuredContent).toMatchObject({ source: 'open-meteo' })
  })

  it('waits five seconds for the service, then falls back to the sample [F003-A24]', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort(new Error('time limit')))
    onTestFinished(() => timeout.mockRestore())
    const live = createLive(await startOpenMeteo())
    expect((await callTool(live, 'get_weather', { city: 'Paris' })).structuredContent).toMatchObject({ source: 'sample' })
    expect(timeout).toHaveBeenCalledExactlyOnceWith(5_000)
  })

  it('asks for the city alone, then for the weather at its place', async () => {
    const asked: URL[] = []
    const url = await startServer((request, response) => {
      asked.push(new URL(request.url ?? '/', 'http://localhost'))
      response.end(asked.length === 1 ? PARIS : JSON.stringify(FORECAST))
    })
    await callTool(createLive(url), 'get_weather', { city: 'Paris, France' })
    expect(asked.map(({ pathname, searchParams }) => [pathname, Object.fromEntries(searchParams)])).toEqual([
      ['/v1/search', { name: 'Paris', count: '1', language: 'en', format: 'json' }],
      ['/v1/forecast', {
        latitude: '48.9', longitude: '2.3', timezone: 'auto', forecast_days: '2',
        current: 'temperature_2m,relative_humidity_2m,weather_code,wind_speed_10m',
        daily: 'temperature_2m_mean,relative_humidity_2m_mean,weather_code,wind_speed_10m_max',
      }],
    ])
  })

  it('falls back to the sample when nothing listens', async () => {
    const live = createLive('http://127.0.0.1:1')
    expect((await callTool(live, 'get_weather', { city: 'Tokyo' })).structuredContent).toMatchObject({ source: 'sample' })
  })

  it('stops when the call is cancelled', async () => {
    const stop = new AbortController()
    const live = createLive(await startServer(() => stop.abort(new Error('enough'))))
    await expect(callTool(live, 'get_weather', { city: 'Paris' }, createToolCallContext(stop.signal))).rejects.toThrow('enough')
  })
})
