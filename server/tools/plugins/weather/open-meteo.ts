import { z } from 'zod'
import { fetchJson } from './fetch-json'
import { describeCondition } from './describe-condition'
import type { WeatherReport, WeatherRequest } from './weather-report'

/** Where Open-Meteo is; another place in tests. */
export interface OpenMeteoOptions {
  readonly fetch: typeof fetch
  readonly geocodingUrl: string
  readonly forecastUrl: string
}

const geocodingSchema = z.object({
  // Absent, not empty, when nothing is found.
  results: z.array(z.object({ name: z.string(), country: z.string().default(''), latitude: z.number(), longitude: z.number() })).optional(),
})
const oneDay = <Value extends z.ZodType>(value: Value) => z.tuple([z.unknown(), value]).rest(z.unknown()).transform(([, tomorrow]) => tomorrow)
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

/** Asks Open-Meteo; absent when it knows no such city. Throws when it cannot be reached or answers nonsense. */
export async function fetchOpenMeteo({ city, day }: WeatherRequest, options: OpenMeteoOptions, signal: AbortSignal): Promise<WeatherReport | undefined> {
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
  const weather = day === 'today'
    ? { time: current.time, temperature: current.temperature_2m, humidity: current.relative_humidity_2m, wind: current.wind_speed_10m, code: current.weather_code }
    : { time: daily.time, temperature: daily.temperature_2m_mean, humidity: daily.relative_humidity_2m_mean, wind: daily.wind_speed_10m_max, code: daily.weather_code }
  return {
    city: place.name,
    country: place.country,
    day,
    temperatureC: weather.temperature,
    condition: describeCondition(weather.code),
    humidity: weather.humidity,
    windKmh: weather.wind,
    observedAt: weather.time,
    source: 'open-meteo',
  }
}
