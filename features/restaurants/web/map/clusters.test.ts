import { expect, test } from 'vitest'
import { canSplit, clusterPins, type Projection } from './clusters.ts'

const at = (item: string, x: number, y: number) => ({ item, point: { longitude: x, latitude: y } })
const atZoom =
  (nearer: number): Projection =>
  ({ longitude, latitude }) => ({ x: 9000 + longitude * 2 ** nearer, y: 7000 + latitude * 2 ** nearer })
const gathered = (pins: ReturnType<typeof at>[], nearer = 0) =>
  clusterPins(pins, atZoom(nearer), 44).map(cluster => cluster.pins.map(({ item }) => item).join(''))

test('pins that would overlap join the nearest earlier cluster, in order', () => {
  const pins = [at('a', 0, 0), at('b', 60, 0), at('c', 43, 20), at('d', 10, 43), at('e', 0, 45)]
  expect(gathered(pins)).toEqual(['ad', 'bc', 'e'])
})

test('clusters split when zooming in', () => {
  const pins = [at('a', 0, 0), at('b', 30, 0), at('c', -20, 0)]
  expect(gathered(pins)).toEqual(['abc'])
  expect(gathered(pins, 1)).toEqual(['ac', 'b'])
  expect(gathered(pins, 2)).toEqual(['a', 'b', 'c'])
})

test('no two clusters of a thousand pins overlap, and no pin is lost', () => {
  const pins = Array.from({ length: 1000 }, (_, index) =>
    at(`${index}`, (index * 7919) % 900, (index * 104729) % 700),
  )
  const clusters = clusterPins(pins, atZoom(0), 44)
  expect(clusters.flatMap(cluster => cluster.pins)).toHaveLength(1000)
  for (const [index, { point: a }] of clusters.entries()) {
    for (const { point: b } of clusters.slice(index + 1)) {
      const apart = Math.max(Math.abs(a.longitude - b.longitude), Math.abs(a.latitude - b.latitude))
      expect(apart).toBeGreaterThanOrEqual(44)
    }
  }
})

test('pins at the same point can’t be split, nor can a single pin', () => {
  const asNear = atZoom(6)
  expect(canSplit([at('a', 0, 0), at('b', 0, 0)], asNear, 44)).toBe(false)
  expect(canSplit([at('a', 0, 0)], asNear, 44)).toBe(false)
  expect(canSplit([at('a', 0, 0), at('b', 5, 0)], asNear, 44)).toBe(true)
  expect(clusterPins([], asNear, 44)).toEqual([])
})
