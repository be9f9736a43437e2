import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { MARK_INK_PERCENT, MARK_TINT_PERCENT, markOfModel, markOfSource } from '~/utils/mark-of'

const AA = 4.5
const SURFACES = ['--ui-bg', '--ui-bg-muted', '--ui-bg-elevated', '--ui-bg-accented']

type Color = readonly [red: number, green: number, blue: number]

const [light = '', dark = ''] = readFileSync('app/assets/css/theme.css', 'utf8').split(/^\.dark \{/m)
const variablesOf = (css: string) => new Map([...css.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]))
const THEMES = { light: variablesOf(light), dark: new Map([...variablesOf(light), ...variablesOf(dark)]) }

function read(theme: ReadonlyMap<string, string>, name: string): Color {
  const value = theme.get(name) ?? ''
  const other = /^var\((--[\w-]+)\)$/.exec(value)?.[1]
  if (other) return read(theme, other)
  const hex = /^#(?:[\da-f]{3}){1,2}$/i.test(value) ? value.slice(1) : ''
  if (!hex) throw new Error(`${name} is no colour: ${value}`)
  const size = hex.length / 3
  const channel = (index: number) => Number.parseInt(hex.slice(index * size, (index + 1) * size).repeat(size === 1 ? 2 : 1), 16) / 255
  return [channel(0), channel(1), channel(2)]
}

function mix(color: Color, other: Color, percent: number): Color {
  const channel = (index: 0 | 1 | 2) => (color[index] * percent + other[index] * (100 - percent)) / 100
  return [channel(0), channel(1), channel(2)]
}

function luminance(color: Color): number {
  const [red, green, blue] = color.map(value => value <= 0.04045
    ? value / 12.92
    : ((value + 0.055) / 1.055) ** 2.4) as [number, number, number] // three as before
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: Color, other: Color): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

const ids = Array.from({ length: 500 }, (_, index) => `id-${index}`)
const colors = [...new Set(ids.flatMap(id => [markOfSource(id).color, markOfModel(id).color]))].map(color => color.slice('var('.length, -1))

describe('the letters of a mark', () => {
  it('come in every colour that the theme has for them', () => {
    expect(colors.toSorted()).toEqual([...THEMES.light.keys()].filter(name => name.startsWith('--mark-')).toSorted())
  })

  it.each(['light', 'dark'] as const)('can be read in each colour on each surface of the %s theme [F008-A44]', (name) => {
    const theme = THEMES[name]
    const weak = SURFACES.flatMap(surface => colors.map((color) => {
      const hue = read(theme, color)
      const ink = mix(hue, read(theme, '--ui-text-highlighted'), MARK_INK_PERCENT)
      return { surface, color, contrast: contrast(ink, mix(hue, read(theme, surface), MARK_TINT_PERCENT)) }
    })).filter(pair => pair.contrast < AA)

    expect(weak).toEqual([])
  })
})
