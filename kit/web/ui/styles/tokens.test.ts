// @ts-expect-error the browser’s code is checked without Node's types, which only this test needs
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css: string = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

const schemes = ['light', 'dark'] as const
const hues = ['terracotta', 'olive', 'saffron', 'brick', 'sky']
const surfaces = ['paper', 'raised', 'sunken']

const text: [string, string][] = [
  ...surfaces.flatMap(surface => [
    ['ink', surface] as [string, string],
    ['muted', surface] as [string, string],
    ...hues.map(hue => [`${hue}-ink`, surface] as [string, string]),
  ]),
  ...hues.flatMap(hue => [
    [`${hue}-ink`, `${hue}-tint`] as [string, string],
    ['ink', `${hue}-tint`] as [string, string],
    ['muted', `${hue}-tint`] as [string, string],
  ]),
  ['on-terracotta', 'terracotta'],
  ['on-terracotta', 'terracotta-strong'],
  ['on-olive', 'olive'],
  ['on-brick', 'brick'],
  ['on-brick', 'brick-strong'],
]

const boundaries: [string, string][] = [
  ...surfaces.flatMap(surface =>
    ['edge', 'focus', 'saffron', 'terracotta', 'brick', 'olive', 'sky'].map(
      color => [color, surface] as [string, string],
    ),
  ),
  ['saffron', 'saffron-tint'],
]

for (const scheme of schemes) {
  test.each(text)(`${scheme}: text %s on %s has a contrast of at least 4.5`, (front, back) => {
    expect(contrast(front, back, scheme)).toBeGreaterThanOrEqual(4.5)
  })
  test.each(boundaries)(`${scheme}: boundary %s on %s has a contrast of at least 3`, (front, back) => {
    expect(contrast(front, back, scheme)).toBeGreaterThanOrEqual(3)
  })
}

test('in the dark, the placeholder of what has a surface is never brighter than that', () => {
  expect(luminance('skeleton-box', 'dark')).toBeLessThanOrEqual(luminance('raised', 'dark'))
})

function contrast(front: string, back: string, scheme: 'light' | 'dark'): number {
  const [low = 0, high = 0] = [luminance(front, scheme), luminance(back, scheme)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

function luminance(name: string, scheme: 'light' | 'dark'): number {
  const pair = css.match(
    new RegExp(`--color-${name}: light-dark\\(oklch\\(([^)]+)\\), oklch\\(([^)]+)\\)\\)`),
  )
  const [lightness = 0, chroma = 0, hue = 0] = (pair?.[scheme === 'light' ? 1 : 2] ?? '')
    .split(' ')
    .map(Number)
  if (!pair) throw new Error(`no color named ${name}`)
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const red = clamp(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s)
  const green = clamp(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s)
  const blue = clamp(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function clamp(channel: number): number {
  return Math.min(1, Math.max(0, channel))
}
