import { nearestZoom, type Place, worldEdge } from './map-view.ts'

export type Pin<Item> = { item: Item; place: Place }
/** Pins that would cover each other, at the place of the first of them. */
export type Cluster<Item> = { place: Place; pins: readonly [Pin<Item>, ...Pin<Item>[]] }

/**
 * Gathers pins so that the squares around them, `apart` pixels wide, don't overlap. Clusters come in the order of their
 * first pins, and each pin joins the nearest of those before it; what is in view plays no part, so panning changes nothing.
 */
export function clusterPins<Item>(pins: readonly Pin<Item>[], zoom: number, apart: number): Cluster<Item>[] {
  const cell = apart / worldEdge(zoom)
  const clusters: { place: Place; pins: [Pin<Item>, ...Pin<Item>[]] }[] = []
  const grid = new Map<string, typeof clusters>()
  for (const pin of pins) {
    const column = Math.floor(pin.place.x / cell)
    const row = Math.floor(pin.place.y / cell)
    const distance = ({ place }: Cluster<Item>) =>
      Math.max(Math.abs(place.x - pin.place.x), Math.abs(place.y - pin.place.y))
    const nearest = neighbours
      .flatMap(([right, down]) => grid.get(`${column + right},${row + down}`) ?? [])
      .filter(cluster => distance(cluster) < cell)
      .sort((a, b) => distance(a) - distance(b))[0]
    if (nearest) {
      nearest.pins.push(pin)
      continue
    }
    const cluster: (typeof clusters)[number] = { place: pin.place, pins: [pin] }
    clusters.push(cluster)
    const key = `${column},${row}`
    grid.set(key, [...(grid.get(key) ?? []), cluster])
  }
  return clusters
}

/** Whether zooming in can part them. */
export function canSplit(pins: readonly Pin<unknown>[], apart: number): boolean {
  return clusterPins(pins, nearestZoom, apart).length > 1
}

const neighbours = [-1, 0, 1].flatMap(right => [-1, 0, 1].map(down => [right, down] as const))
