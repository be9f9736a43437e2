import { z } from 'zod'
import type { WeatherReport, WeatherRequest } from './weather-report'

const TIMEOUT_MS = 5_000
const MAX_BYTES = 256 * 1024

/** WMO weather interpretation codes as Open-Meteo uses them: https://open-meteo.com/en/docs#weather_variable_documentation */
const CONDITIONS = new Map<number, string>([
  [0, 'Clear sky'], [1, 'Mainly clear'], [2, 'Partly cloudy'], [3, 'Cloudy'], [45, 'Fog'], [48, 'Freezing fog'],
  [51, 'Light drizzle'], [53, 'Drizzle'], [55, 'Heavy drizzle'], [56, 'Freezing drizzle'], [57, 'Freezing drizzle'],
  [61, 'Light rain'], [63, 'Rain'], [65, 'Heavy rain'], [66, 'Freezing rain'], [67, 'Freezing rain'],
  [71, 'Light snow'], [73, 'Snow'], [75, 'Heavy snow'], [77, 'Snow grains'],
  [80, 'Light showers'], [81, 'Showers'], [82, 'Heavy showers'], [85, 'Snow showers'], [86, 'Heavy snow showers'],
  [95, 'Thunderstorm'], [96, 'Thunderstorm with hail'], [99, 'Thunderstorm with hail'],
])

/** Where Open-Meteo is; tests use a server of their own. */
export interface OpenMeteoOptions {
  readonly fetch: typeof fetch
  readonly geocodingUrl: string
  readonly forecastUrl: string
}

const geocodingSchema = z.object({
  // Absent, not empty, when nothing is found.
  results: z.array(z.object({ name: z.string(), country: z.string().default(''), latitude: z.number(), longitude: z.number() })).optional(),
})
const oneDay = <Value extends z.ZodType>(value: Value) =>
  z.tuple([z.unknown(), value]).rest(z.unknown()).transform(([, tomorrow]) => tomorrow)
const forecastSchema = z.object({
  current: z.object({
    time: z.string(),
    temperature_2m: z.number(),
    relative_humidity_2m: z.number(),
    weather_code: z.number(),
    wind_speed_10m: z.number(),
  }),
  // Lists of two: today and tomorrow.
  daily: z.object({
    time: oneDay(z.string()),
    temperature_2m_mean: oneDay(z.number()),
    relative_humidity_2m_mean: oneDay(z.number()),
    weather_code: oneDay(z.number()),
    wind_speed_10m_max: oneDay(z.number()),
  }),
})

/** Asks Open-Meteo; absent when it knows no such city. Throws when it cannot be reached or answers in an unknown form. */
export async function fetchOpenMeteo(
  { city, day }: WeatherRequest, options: OpenMeteoOptions, signal: AbortSignal,
): Promise<WeatherReport | undefined> {
  const { fetch } = options
  const search = new URLSearchParams({ name: city.split(',')[0]?.trim() ?? city, count: '1', language: 'en', format: 'json' })
  const { results } = geocodingSchema.parse(await fetchJson(`${options.geocodingUrl}/v1/search?${search}`, { fetch, signal }))
  const place = results?.[0]
  if (!place) return undefined
  const query = new URLSearchParams({
    latitude: String(place.latitude),
    longitude: String(place.longitude),
    current: Object.keys(forecastSchema.shape.current.shape).filter(key => key !== 'time').join(','),
    daily: Object.keys(forecastSchema.shape.daily.shape).filter(key => key !== 'time').join(','),
    timezone: 'auto',
    forecast_days: '2',
  })
  const { current, daily } = forecastSchema.parse(await fetchJson(`${options.forecastUrl}/v1/forecast?${query}`, { fetch, signal }))
  const weather = day === 'today' ? current : daily
  return {
    city: place.name,
    country: place.country,
    day,
    temperatureC: day === 'today' ? current.temperature_2m : daily.temperature_2m_mean,
    condition: describeCondition(weather.weather_code),
    humidity: day === 'today' ? current.relative_humidity_2m : daily.relative_humidity_2m_mean,
    windKmh: day === 'today' ? current.wind_speed_10m : daily.wind_speed_10m_max,
    observedAt: weather.time,
    source: 'open-meteo',
  }
}

interface FetchOptions {
  readonly fetch: typeof fetch
  readonly signal: AbortSignal
}

/** The service is not trusted: its time and size are limited, and redirects are rejected. */
async function fetchJson(url: string, { fetch, signal }: FetchOptions): Promise<unknown> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) })
  if (!response.ok || !response.body) {
    await response.body?.cancel()
    throw new Error(`The weather service answered ${response.status}.`)
  }
  const chunks: Uint8Array[] = []
  let size = 0
  // Counted while reading, and after decompression: a declared length may be wrong.
  for await (const chunk of response.body) {
    size += chunk.length
    if (size > MAX_BYTES) throw new Error('The weather service sent too much.')
    chunks.push(chunk)
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

function describeCondition(code: number): string {
  return CONDITIONS.get(code) ?? `Weather code ${code}`
}
