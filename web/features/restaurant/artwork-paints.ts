import { type Paint, paints } from './artwork-shapes.ts'

const schemes = ['light', 'dark'] as const
export type Scheme = (typeof schemes)[number]

const colors: Partial<Record<Scheme, Record<Paint, string>>> = {}

/** The colors of the tokens, for pictures, which can't refer to them: a picture is a document of its own. */
export function colorsOf(scheme: Scheme): Record<Paint, string> {
  colors[scheme] ??= readColors(scheme)
  return colors[scheme]
}

/** One of the two in `light-dark(oklch(…), oklch(…))`. */
function readColors(scheme: Scheme): Record<Paint, string> {
  const style = getComputedStyle(document.documentElement)
  const colorOf = (paint: Paint) =>
    style.getPropertyValue(`--color-art-${paint}`).match(/[a-z]+\([^()]*\)|#\w+/g)?.[schemes.indexOf(scheme)]
  return Object.fromEntries(paints.map(paint => [paint, colorOf(paint)])) as Record<Paint, string>
}
