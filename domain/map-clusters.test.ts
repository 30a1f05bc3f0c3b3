import { expect, test } from 'vitest'
import { canSplit, clusterPins } from './map-clusters.ts'
import { worldEdge } from './map-view.ts'

const zoom = 12
const at = (item: string, x: number, y: number) => ({
  item,
  place: { x: 0.3 + x / worldEdge(zoom), y: 0.4 + y / worldEdge(zoom) },
})
const gathered = (pins: ReturnType<typeof at>[], nearer = 0) =>
  clusterPins(pins, zoom + nearer, 44).map(cluster => cluster.pins.map(({ item }) => item).join(''))

test('pins that would cover each other are gathered with the nearest before them, in order', () => {
  const pins = [at('a', 0, 0), at('b', 60, 0), at('c', 43, 20), at('d', 10, 43), at('e', 0, 45)]
  expect(gathered(pins)).toEqual(['ad', 'bc', 'e'])
})

test('they part when one zooms in', () => {
  const pins = [at('a', 0, 0), at('b', 30, 0), at('c', -20, 0)]
  expect(gathered(pins)).toEqual(['abc'])
  expect(gathered(pins, 1)).toEqual(['ac', 'b'])
  expect(gathered(pins, 2)).toEqual(['a', 'b', 'c'])
})

test('no two of a thousand overlap, and none is lost', () => {
  const pins = Array.from({ length: 1000 }, (_, index) =>
    at(`${index}`, (index * 7919) % 900, (index * 104729) % 700),
  )
  const clusters = clusterPins(pins, zoom, 44)
  expect(clusters.flatMap(cluster => cluster.pins)).toHaveLength(1000)
  const edge = worldEdge(zoom)
  for (const [index, a] of clusters.entries()) {
    for (const b of clusters.slice(index + 1)) {
      const apart = Math.max(Math.abs(a.place.x - b.place.x), Math.abs(a.place.y - b.place.y)) * edge
      expect(apart).toBeGreaterThanOrEqual(43.999)
    }
  }
})

test('those at one point can’t be parted, nor can one', () => {
  expect(canSplit([at('a', 0, 0), at('b', 0, 0)], 44)).toBe(false)
  expect(canSplit([at('a', 0, 0)], 44)).toBe(false)
  expect(canSplit([at('a', 0, 0), at('b', 5, 0)], 44)).toBe(true)
  expect(clusterPins([], zoom, 44)).toEqual([])
})
