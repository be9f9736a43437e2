// Loaded before a server of the bench: the weather service answers after exactly this time and needs no processor for it.
const WAIT_MS = 100

const PLACE = { results: [{ name: 'City', country: 'Country', latitude: 1, longitude: 1 }] }
const NOW = { time: '2026-01-01T12:00', temperature_2m: 20, relative_humidity_2m: 50, weather_code: 0, wind_speed_10m: 10 }
const DAYS = {
  time: ['2026-01-01', '2026-01-02'],
  temperature_2m_mean: [20, 20], relative_humidity_2m_mean: [50, 50], weather_code: [0, 0], wind_speed_10m_max: [10, 10],
}

const { fetch } = globalThis
globalThis.fetch = async (input, init) => {
  const { hostname } = new URL(input instanceof Request ? input.url : input)
  if (hostname === 'geocoding-api.open-meteo.com') return Response.json(PLACE)
  if (hostname !== 'api.open-meteo.com') return fetch(input, init)
  await new Promise(resolve => setTimeout(resolve, WAIT_MS))
  return Response.json({ current: NOW, daily: DAYS })
}
