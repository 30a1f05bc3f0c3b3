export const paints = [
  'cream',
  'butter',
  'saffron',
  'peach',
  'crust',
  'terracotta',
  'tomato',
  'plum',
  'blush',
  'cocoa',
  'olive',
  'leaf',
  'sage',
  'pine',
  'sky',
  'sea',
] as const
export type Paint = (typeof paints)[number]

/** A filled path, or a stroked one when a width is given. */
export type Shape = readonly [paint: Paint, path: string, stroke?: number]

/** Circles of one size: x, y, x, y, … */
export function discs(radius: number, ...points: number[]): string {
  let path = ''
  for (let at = 0; at + 1 < points.length; at += 2) {
    const [x = 0, y = 0] = points.slice(at, at + 2)
    path += `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`
  }
  return path
}

/** Small leaves pointing right: x, y, x, y, … */
export function leaves(...points: number[]): string {
  let path = ''
  for (let at = 0; at + 1 < points.length; at += 2) {
    path += `M${points[at]} ${points[at + 1]}q4-9 15-5q-3 10-15 5z`
  }
  return path
}

/** A disc with a wavy edge and, by the even-odd rule, a hole. */
export function wavy(radius: number, hole: number, waves: number, depth: number): string {
  const points = Array.from({ length: waves * 2 }, (_, step) => {
    const angle = (step * Math.PI) / waves
    const reach = step % 2 === 0 ? radius : radius - depth
    return [50 + reach * Math.cos(angle), 50 + reach * Math.sin(angle)]
  })
  const middle = (a: number[] = [], b: number[] = []) =>
    `${(((a[0] ?? 0) + (b[0] ?? 0)) / 2).toFixed(1)} ${(((a[1] ?? 0) + (b[1] ?? 0)) / 2).toFixed(1)}`
  const curves = points.map(
    (point, step) =>
      `Q${point.map(part => part.toFixed(1)).join(' ')} ${middle(point, points[(step + 1) % points.length])}`,
  )
  return `M${middle(points.at(-1), points[0])}${curves.join('')}z${hole ? discs(hole, 50, 50) : ''}`
}
