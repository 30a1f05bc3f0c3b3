import type { Point } from '#kit/rules/distance.ts'

export type Pin<Item> = { item: Item; point: Point }
/** Pins that would cover each other, placed at the point of the first one. */
export type Cluster<Item> = { point: Point; pins: readonly [Pin<Item>, ...Pin<Item>[]] }
/** Converts a point to map pixels; the origin doesn't matter. */
export type Projection = (point: Point) => { x: number; y: number }

/**
 * Groups pins so that the squares around clusters, `apart` pixels wide, don't overlap. Clusters are in the order of
 * their first pins, and each pin joins the nearest earlier one it would overlap. The visible area plays no part, so
 * panning changes nothing.
 */
export function clusterPins<Item>(
  pins: readonly Pin<Item>[],
  project: Projection,
  apart: number,
): Cluster<Item>[] {
  type Placed = { x: number; y: number; point: Point; pins: [Pin<Item>, ...Pin<Item>[]] }
  const clusters: Placed[] = []
  const grid = new Map<string, Placed[]>()
  for (const pin of pins) {
    const { x, y } = project(pin.point)
    const column = Math.floor(x / apart)
    const row = Math.floor(y / apart)
    const distance = (cluster: Placed) => Math.max(Math.abs(cluster.x - x), Math.abs(cluster.y - y))
    const nearest = neighbours
      .flatMap(([right, down]) => grid.get(`${column + right},${row + down}`) ?? [])
      .filter(cluster => distance(cluster) < apart)
      .sort((a, b) => distance(a) - distance(b))[0]
    if (nearest) {
      nearest.pins.push(pin)
      continue
    }
    const cluster: Placed = { x, y, point: pin.point, pins: [pin] }
    clusters.push(cluster)
    const key = `${column},${row}`
    grid.set(key, [...(grid.get(key) ?? []), cluster])
  }
  return clusters
}

/** Whether the pins split into several clusters; `project` is that of the map's highest zoom. */
export function canSplit(pins: readonly Pin<unknown>[], project: Projection, apart: number): boolean {
  return clusterPins(pins, project, apart).length > 1
}

const neighbours = [-1, 0, 1].flatMap(right => [-1, 0, 1].map(down => [right, down] as const))
