import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { type Look, lookOf, looks, roadWidth } from './street-style.ts'

/** Tile size in pixels: twice the usual 256, since vector tiles are designed for that. */
export const streetTile = 512
const nameMargin = 24
const minNameZoom = 14
const nameSpacing = 56

/** Draws a vector tile as paths. Colors are CSS classes, so that they follow the color scheme automatically. */
export function drawStreets(tile: VectorTile, zoom: number, size: number): SVGSVGElement {
  const svg = element('svg', { width: size, height: size, viewBox: `0 0 ${size} ${size}` })
  const paths = new Map<Look, string>()
  const names = new Map<string, Line>()
  for (const [name, layer] of Object.entries(tile.layers)) {
    const scale = size / layer.extent
    for (let index = 0; index < layer.length; index++) {
      const feature = layer.feature(index)
      const look = lookOf(name, feature.properties)
      if (look === null) continue
      const isRoad = roadWidth(look, zoom) > 0
      // Roads must be lines (type 2), everything else areas (type 3).
      if (feature.type !== (isRoad ? 2 : 3)) continue
      const lines = feature.loadGeometry().map(line => line.map(({ x, y }): Spot => [x * scale, y * scale]))
      paths.set(look, (paths.get(look) ?? '') + lines.map(line => draw(line, !isRoad)).join(''))
      if (isRoad && look !== 'path' && zoom >= minNameZoom) keepName(names, feature, lines)
    }
  }
  for (const look of looks) {
    const d = paths.get(look)
    if (!d) continue
    const width = roadWidth(look, zoom)
    if (width === 0) svg.append(element('path', { d, class: fills[look] ?? '' }))
    // An edge sets the road off from the ground.
    if (width > 1) svg.append(road(d, edges[look] ?? '', width + 1.5))
    if (width > 0) svg.append(road(d, width > 1 ? (strokes[look] ?? '') : 'stroke-line', width))
  }
  const taken: Spot[] = []
  for (const [name, { line }] of names) {
    const [x, y] = line[Math.floor(line.length / 2)] ?? [0, 0]
    if (taken.some(([right, down]) => Math.hypot(right - x, down - y) < nameSpacing)) continue
    taken.push([x, y])
    svg.append(...nameAlong(name, line))
  }
  return svg
}

export const readVectorTile = (data: ArrayBuffer) => new VectorTile(new PbfReader(new Uint8Array(data)))

type Spot = [x: number, y: number]
type Line = { line: Spot[]; length: number }

const fills: Partial<Record<Look, string>> = {
  earth: 'fill-paper',
  green: 'fill-olive-tint',
  water: 'fill-sky-tint',
  building: 'fill-sunken',
}
const strokes: Partial<Record<Look, string>> = {
  path: 'stroke-line',
  minor: 'stroke-raised',
  major: 'stroke-raised',
  highway: 'stroke-saffron-tint',
}
const edges: Partial<Record<Look, string>> = {
  minor: 'stroke-line',
  major: 'stroke-edge/55',
  highway: 'stroke-saffron/60',
}

const draw = (line: Spot[], isArea: boolean) =>
  `M${line.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}${isArea ? 'Z' : ''}`

const road = (d: string, look: string, width: number) =>
  element('path', {
    d,
    class: `fill-none ${look}`,
    'stroke-width': width.toFixed(1),
    'stroke-linejoin': 'round',
    'stroke-linecap': 'round',
  })

/** Keeps each name once per tile, on the longest of its lines that has room for it. */
function keepName(names: Map<string, Line>, { properties }: VectorTileFeature, lines: Spot[][]): void {
  const name = properties['name:en'] ?? properties.name
  if (typeof name !== 'string' || name === '') return
  for (const line of lines) {
    const length = line.reduce((sum, [x, y], index) => {
      const [beforeX, beforeY] = line[index - 1] ?? [x, y]
      return sum + Math.hypot(x - beforeX, y - beforeY)
    }, 0)
    const isRoomy = length > name.length * 6 + nameMargin
    if (isRoomy && length > (names.get(name)?.length ?? 0)) names.set(name, { line, length })
  }
}

let lastId = 0

/** Writes a name from left to right, whichever direction the road's line has. */
function nameAlong(name: string, line: Spot[]): SVGElement[] {
  const [first = [0, 0], last = [0, 0]] = [line[0], line.at(-1)]
  lastId += 1
  const id = `street-${lastId}`
  const way = element('path', {
    id,
    d: draw(first[0] <= last[0] ? line : line.toReversed(), false),
    class: 'fill-none',
  })
  const text = element('text', {
    dy: '0.33em',
    'text-anchor': 'middle',
    'paint-order': 'stroke',
    'stroke-width': 3,
    'stroke-linejoin': 'round',
    class: 'fill-muted stroke-paper font-sans text-[11px]',
  })
  const along = element('textPath', { href: `#${id}`, startOffset: '50%' })
  along.textContent = name
  text.append(along)
  return [way, text]
}

function element<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Record<string, string | number>,
): SVGElementTagNameMap[Name] {
  const node = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value))
  return node
}
