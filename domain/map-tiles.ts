import { type MapView, nearestZoom, type Size, tileEdge, worldEdge } from './map-view.ts'

/** One picture of a map: its numbers in the address, its column (x, counted on around the world), and where it lies in the view. */
export type Tile = {
  z: number
  x: number
  y: number
  column: number
  left: number
  top: number
  edge: number
}

/** The tiles of the nearest whole zoom that cover a view. */
export function tilesInView({ center, zoom }: MapView, { width, height }: Size): Tile[] {
  const z = Math.min(nearestZoom, Math.round(zoom))
  const count = 2 ** z
  const edge = tileEdge * 2 ** (zoom - z)
  const west = center.x * worldEdge(zoom) - width / 2
  const north = center.y * worldEdge(zoom) - height / 2
  const tiles: Tile[] = []
  for (let row = Math.max(0, Math.floor(north / edge)); row < count && row * edge < north + height; row++) {
    for (let column = Math.floor(west / edge); column * edge < west + width; column++) {
      const x = ((column % count) + count) % count
      tiles.push({ z, x, y: row, column, left: column * edge - west, top: row * edge - north, edge })
    }
  }
  return tiles
}

export function tileAddress(template: string, { z, x, y }: Pick<Tile, 'z' | 'x' | 'y'>): string {
  return template.replaceAll('{z}', `${z}`).replaceAll('{x}', `${x}`).replaceAll('{y}', `${y}`)
}
