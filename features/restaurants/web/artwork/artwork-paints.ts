import { type Paint, paints } from './artwork-shapes.ts'

const schemes = ['light', 'dark'] as const
export type Scheme = (typeof schemes)[number]

const colors: Partial<Record<Scheme, Record<Paint, string>>> = {}

/** The color tokens' values, for SVG images: an image is a separate document and can't use CSS variables. */
export function colorsOf(scheme: Scheme): Record<Paint, string> {
  colors[scheme] ??= readColors(scheme)
  return colors[scheme]
}

/** Picks the scheme's color from each `light-dark(oklch(…), oklch(…))`, or from what the build makes of it. */
function readColors(scheme: Scheme): Record<Paint, string> {
  // Not the computed style, which may have the color of one scheme only.
  const style = ruleOfTokens([...document.styleSheets].flatMap(sheet => [...sheet.cssRules]))
  const colorOf = (paint: Paint) =>
    style?.getPropertyValue(`--color-art-${paint}`).match(/[a-z]+\([^()]*\)|#\w+/g)?.[schemes.indexOf(scheme)]
  return Object.fromEntries(paints.map(paint => [paint, colorOf(paint)])) as Record<Paint, string>
}

function ruleOfTokens(rules: CSSRule[]): CSSStyleDeclaration | undefined {
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule && rule.style.getPropertyValue('--color-art-cream')) return rule.style
    const found = rule instanceof CSSGroupingRule ? ruleOfTokens([...rule.cssRules]) : undefined
    if (found) return found
  }
  return undefined
}
