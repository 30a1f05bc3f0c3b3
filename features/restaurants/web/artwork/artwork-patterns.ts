/** A background of 320 × 200, drawn as one stroked path in a single color. */
export interface Pattern {
  path: string
  stroke: number
  opacity: number
}

export const patterns: readonly Pattern[] = [
  { path: dots(), stroke: 7, opacity: 0.55 },
  { path: lines(24, 0), stroke: 11, opacity: 0.4 },
  { path: lines(24, 200), stroke: 9, opacity: 0.4 },
  { path: `${lines(40, 0)}${rows(40)}`, stroke: 20, opacity: 0.3 },
  { path: scallops(), stroke: 3, opacity: 0.55 },
  { path: rays(), stroke: 13, opacity: 0.32 },
  { path: waves(), stroke: 4, opacity: 0.5 },
]

function dots(): string {
  return grid(28, 24, (x, y) => `M${x} ${y}h.1`)
}

function lines(gap: number, slant: number): string {
  return range(-slant, 320 + gap, gap)
    .map(x => `M${x} -5L${x + slant} 205`)
    .join('')
}

function rows(gap: number): string {
  return range(gap / 2, 200, gap)
    .map(y => `M-5 ${y}H325`)
    .join('')
}

function scallops(): string {
  return grid(40, 20, (x, y) => `M${x} ${y}a20 20 0 0 0 40 0`)
}

function waves(): string {
  return range(6, 210, 18)
    .map(y => `M-10 ${y}${'q10-10 20 0t20 0'.repeat(9)}`)
    .join('')
}

function rays(): string {
  return range(0, 24, 1)
    .map(step => {
      const angle = (step * Math.PI) / 12
      return `M160 100L${Math.round(160 + 230 * Math.cos(angle))} ${Math.round(100 + 230 * Math.sin(angle))}`
    })
    .join('')
}

function grid(width: number, height: number, draw: (x: number, y: number) => string): string {
  return range(-height, 200 + height, height)
    .flatMap((y, row) => range(-width + (row % 2) * (width / 2), 320 + width, width).map(x => draw(x, y)))
    .join('')
}

function range(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.ceil((to - from) / step) }, (_, at) => from + at * step)
}
