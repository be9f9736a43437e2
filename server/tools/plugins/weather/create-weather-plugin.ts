import { z } from 'zod'
import { definePlugin, defineTool, textResult, ToolError, type PluginContext, type ToolSource } from '../define-plugin'
import { fetchOpenMeteo, type OpenMeteoOptions } from './open-meteo'
import { weatherReportSchema, type WeatherReport, type WeatherRequest } from './weather-report'
import { findSampleWeather, listSampleCities } from './weather-sample'

const OPEN_METEO: OpenMeteoOptions = {
  fetch: (...request) => fetch(...request),
  geocodingUrl: 'https://geocoding-api.open-meteo.com',
  forecastUrl: 'https://api.open-meteo.com',
}

const input = z.strictObject({
  city: z.string().trim().min(1, 'text that is not blank').max(100).describe('Name of the city, such as "Paris"'),
  day: z.enum(['today', 'tomorrow']).default('today').describe('"today" is the weather now'),
})

/** Weather of a city from Open-Meteo, or from the shipped sample when that is chosen or the service cannot be reached. */
export function createWeatherPlugin({ weatherSource }: PluginContext, openMeteo: Partial<OpenMeteoOptions> = {}): ToolSource {
  const options = { ...OPEN_METEO, ...openMeteo }
  return definePlugin('weather', 'Weather', [defineTool({
    name: 'get_weather',
    title: 'Get weather',
    description: 'Tells the weather of a city, now or tomorrow: temperature, condition, humidity and wind. '
      + 'The answer says whether it is live or sample data.',
    input,
    output: weatherReportSchema,
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    run: async (request, { signal }) => {
      const report = weatherSource === 'sample'
        ? sampleWeather(request, 'Only sample data is used here')
        : await liveWeather(request, options, signal)
      return textResult(toText(report), report)
    },
  })])
}

const SPELLING = 'Check the spelling or name a larger city nearby.'

async function liveWeather(request: WeatherRequest, options: OpenMeteoOptions, signal: AbortSignal): Promise<WeatherReport> {
  let report: WeatherReport | undefined
  try {
    report = await fetchOpenMeteo(request, options, signal)
  }
  catch {
    // Whatever failed, the sample is the answer, and the answer names it as its source.
    signal.throwIfAborted()
    return sampleWeather(request, 'The weather service cannot be reached, and there is only sample data')
  }
  if (!report) throw new ToolError(`The weather service knows no city "${request.city}". ${SPELLING}`, 'change-arguments')
  return report
}

function sampleWeather(request: WeatherRequest, why: string): WeatherReport {
  const report = findSampleWeather(request)
  if (!report) {
    throw new ToolError(`${why}, which has no city "${request.city}". It has: ${listSampleCities().join(', ')}.`, 'change-arguments')
  }
  return report
}

function toText({ city, country, day, temperatureC, condition, humidity, windKmh, observedAt, source }: WeatherReport): string {
  const origin = source === 'sample' ? 'sample data, not a measurement' : ['Open-Meteo', observedAt].filter(Boolean).join(', ')
  const place = `${city}${country && `, ${country}`}`
  return `${place}, ${day}: ${temperatureC} °C, ${condition.toLowerCase()}, humidity ${humidity}%, wind ${windKmh} km/h (${origin}).`
}
