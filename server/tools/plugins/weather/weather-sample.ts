import type { WeatherReport, WeatherRequest } from './weather-report'

type Sky = readonly [temperatureC: number, condition: string, humidity: number, windKmh: number]

interface SampleCity {
  readonly city: string
  readonly country: string
  readonly today: Sky
  readonly tomorrow: Sky
}

/** Made-up weather that never changes, for demonstrations and for servers without the internet. */
const SAMPLE: readonly SampleCity[] = [
  { city: 'Amsterdam', country: 'Netherlands', today: [14, 'Light rain', 84, 26], tomorrow: [15, 'Cloudy', 78, 22] },
  { city: 'Berlin', country: 'Germany', today: [16, 'Partly cloudy', 62, 14], tomorrow: [18, 'Clear sky', 55, 11] },
  { city: 'Cairo', country: 'Egypt', today: [31, 'Clear sky', 34, 17], tomorrow: [32, 'Clear sky', 31, 19] },
  { city: 'Chicago', country: 'United States', today: [12, 'Cloudy', 66, 28], tomorrow: [10, 'Light rain', 79, 31] },
  { city: 'Dublin', country: 'Ireland', today: [13, 'Light rain', 88, 24], tomorrow: [14, 'Partly cloudy', 76, 20] },
  { city: 'Istanbul', country: 'Turkey', today: [22, 'Partly cloudy', 58, 16], tomorrow: [21, 'Cloudy', 64, 18] },
  { city: 'London', country: 'United Kingdom', today: [15, 'Cloudy', 77, 18], tomorrow: [16, 'Light rain', 82, 21] },
  { city: 'Madrid', country: 'Spain', today: [26, 'Clear sky', 38, 9], tomorrow: [27, 'Clear sky', 35, 10] },
  { city: 'Mexico City', country: 'Mexico', today: [21, 'Thunderstorm', 71, 12], tomorrow: [22, 'Partly cloudy', 60, 10] },
  { city: 'Mumbai', country: 'India', today: [30, 'Heavy rain', 89, 23], tomorrow: [29, 'Light rain', 87, 21] },
  { city: 'Nairobi', country: 'Kenya', today: [23, 'Partly cloudy', 57, 13], tomorrow: [24, 'Clear sky', 52, 12] },
  { city: 'New York', country: 'United States', today: [18, 'Clear sky', 51, 15], tomorrow: [19, 'Partly cloudy', 56, 17] },
  { city: 'Oslo', country: 'Norway', today: [8, 'Cloudy', 72, 13], tomorrow: [7, 'Light snow', 85, 15] },
  { city: 'Paris', country: 'France', today: [18, 'Partly cloudy', 65, 12], tomorrow: [20, 'Clear sky', 58, 10] },
  { city: 'Rome', country: 'Italy', today: [24, 'Clear sky', 49, 8], tomorrow: [25, 'Clear sky', 46, 9] },
  { city: 'San Francisco', country: 'United States', today: [17, 'Fog', 81, 19], tomorrow: [18, 'Partly cloudy', 73, 22] },
  { city: 'São Paulo', country: 'Brazil', today: [25, 'Thunderstorm', 74, 14], tomorrow: [24, 'Light rain', 78, 13] },
  { city: 'Singapore', country: 'Singapore', today: [31, 'Thunderstorm', 83, 11], tomorrow: [31, 'Light rain', 81, 12] },
  { city: 'Stockholm', country: 'Sweden', today: [10, 'Partly cloudy', 68, 16], tomorrow: [11, 'Cloudy', 70, 14] },
  { city: 'Sydney', country: 'Australia', today: [21, 'Clear sky', 54, 20], tomorrow: [23, 'Clear sky', 50, 18] },
  { city: 'Tokyo', country: 'Japan', today: [22, 'Light rain', 76, 17], tomorrow: [24, 'Partly cloudy', 63, 14] },
  { city: 'Toronto', country: 'Canada', today: [11, 'Partly cloudy', 61, 18], tomorrow: [9, 'Cloudy', 67, 21] },
]

/** Weather from the sample; absent when the city is not in it. "Paris, France" and "sao paulo" are found too. */
export function findSampleWeather({ city, day }: WeatherRequest): WeatherReport | undefined {
  const wanted = plainName(city.split(',')[0] ?? city)
  const found = SAMPLE.find(entry => plainName(entry.city) === wanted)
  if (!found) return undefined
  const [temperatureC, condition, humidity, windKmh] = found[day]
  return { city: found.city, country: found.country, day, temperatureC, condition, humidity, windKmh, source: 'sample' }
}

export function listSampleCities(): string[] {
  return SAMPLE.map(({ city }) => city)
}

function plainName(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase()
}
