import { z } from 'zod'

/** Weather of one place, now or as the mean of a coming day. Also the shape of the tool's structured answer. */
export const weatherReportSchema = z.object({
  city: z.string(),
  country: z.string(),
  day: z.enum(['today', 'tomorrow']),
  temperatureC: z.number(),
  condition: z.string(),
  humidity: z.number().describe('Relative, in percent'),
  windKmh: z.number(),
  observedAt: z.string().optional().describe('Local time of the measurement or the day of the forecast; absent for sample data'),
  source: z.enum(['open-meteo', 'sample']),
})
export type WeatherReport = z.infer<typeof weatherReportSchema>

export interface WeatherRequest {
  readonly city: string
  readonly day: WeatherReport['day']
}
