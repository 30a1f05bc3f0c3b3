import { expect, test } from 'vitest'
import { tileAddress, tilesInView } from './map-tiles.ts'
import { placeOf, toPixels } from './map-view.ts'

const size = { width: 390, height: 500 }

test('tiles cover the view, edge to edge', () => {
  const view = { center: placeOf({ latitude: 35.4637, longitude: -82.5354 }), zoom: 11.4 }
  const tiles = tilesInView(view, size)
  expect(new Set(tiles.map(({ z }) => z))).toEqual(new Set([11]))
  expect(Math.min(...tiles.map(({ left }) => left))).toBeLessThanOrEqual(0)
  expect(Math.max(...tiles.map(({ left, edge }) => left + edge))).toBeGreaterThanOrEqual(390)
  expect(Math.min(...tiles.map(({ top }) => top))).toBeLessThanOrEqual(0)
  expect(Math.max(...tiles.map(({ top, edge }) => top + edge))).toBeGreaterThanOrEqual(500)
})

test('a tile lies where its corner of the world is', () => {
  const view = { center: placeOf({ latitude: 35.4637, longitude: -82.5354 }), zoom: 11.4 }
  for (const { z, x, y, left, top } of tilesInView(view, size)) {
    const corner = toPixels(view, size, { x: x / 2 ** z, y: y / 2 ** z })
    expect(corner.x).toBeCloseTo(left, 5)
    expect(corner.y).toBeCloseTo(top, 5)
  }
})

test('the world goes on beyond its eastern edge, and ends at the poles', () => {
  const tiles = tilesInView({ center: { x: 1, y: 0 }, zoom: 2 }, size)
  expect(new Set(tiles.map(({ x }) => x))).toEqual(new Set([0, 3]))
  expect(tiles.every(({ y }) => y >= 0 && y < 4)).toBe(true)
})

test('the numbers of a tile stand in its address', () => {
  const tile = { z: 11, x: 554, y: 806 }
  expect(tileAddress('https://tiles.example.org/{z}/{x}/{y}.png', tile)).toBe(
    'https://tiles.example.org/11/554/806.png',
  )
})
