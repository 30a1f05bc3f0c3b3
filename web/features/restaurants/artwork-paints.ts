import { type Paint, paints } from './artwork-shapes.ts'

const schemes = ['light', 'dark'] as const
export type Scheme = (typeof schemes)[number]

const colors: Partial<Record<Scheme, Record<Paint, string>>> = {}

/** The color tokens' values, for SVG images: an image is a separate document and can't use CSS variables. */
export function colorsOf(scheme: Scheme): Record<Paint, string> {
  colors[scheme] ??= readColors(scheme)
  return colors[scheme]
}

/** Picks the scheme's color from each `light-dark(oklch(…), oklch(…))`. */
function readColors(scheme: Scheme): Record<Paint, string> {
  const style = getComputedStyle(document.documentElement)
  const colorOf = (paint: Paint) =>
    style.getPropertyValue(`--color-art-${paint}`).match(/[a-z]+\([^()]*\)|#\w+/g)?.[schemes.indexOf(scheme)]
  return Object.fromEntries(paints.map(paint => [paint, colorOf(paint)])) as Record<Paint, string>
}
