import { describe, expect, test } from 'vitest'
import { greatCircleMiles } from './distance.ts'
import {
  farthestZoom,
  fitView,
  latitudeOf,
  nearestZoom,
  panBy,
  pixelsPerMile,
  placeOf,
  toPixels,
  toPlace,
  viewBetween,
  zoomBy,
} from './map-view.ts'

const arden = { latitude: 35.4637, longitude: -82.5354 }
const brevard = { latitude: 35.23345, longitude: -82.73429 }
const size = { width: 800, height: 500 }

test('the world is a square whose middle is where the equator meets Greenwich', () => {
  expect(placeOf({ latitude: 0, longitude: 0 })).toEqual({ x: 0.5, y: 0.5 })
  expect(placeOf({ latitude: 85.0511, longitude: -180 }).x).toBe(0)
  expect(placeOf({ latitude: 85.0511, longitude: 180 }).y).toBeCloseTo(0, 5)
  expect(placeOf({ latitude: -90, longitude: 0 }).y).toBeCloseTo(1, 5)
  expect(placeOf(arden).y).toBeLessThan(placeOf(brevard).y)
  expect(latitudeOf(placeOf(arden))).toBeCloseTo(arden.latitude, 9)
})

describe('a view', () => {
  const view = fitView([placeOf(arden), placeOf(brevard)], size, 60)

  test('fits its places within the margin, as near as can be', () => {
    const a = toPixels(view, size, placeOf(arden))
    const b = toPixels(view, size, placeOf(brevard))
    expect(a.y).toBeCloseTo(60, 6)
    expect(b.y).toBeCloseTo(440, 6)
    expect(a.x + b.x).toBeCloseTo(800, 6)
    expect(Math.min(a.x, b.x)).toBeGreaterThan(60)
  })

  test('of one place, or of many at one point, shows the neighbourhood', () => {
    const one = fitView([placeOf(arden)], size, 60)
    expect(one).toEqual({ center: placeOf(arden), zoom: 14 })
    expect(fitView([placeOf(arden), placeOf(arden)], size, 60)).toEqual(one)
  })

  test('never asks for less than nothing in a frame that is smaller than its margins', () => {
    const tiny = fitView([placeOf(arden), placeOf(brevard)], { width: 20, height: 20 }, 60)
    expect(tiny.zoom).toBeCloseTo(2.317, 3)
    expect(
      fitView(
        [
          { x: 0, y: 0 },
          { x: 1, y: 1 },
        ],
        { width: 20, height: 20 },
        60,
      ).zoom,
    ).toBe(farthestZoom)
  })

  test('turns pixels into the place that turns into them', () => {
    const pixels = toPixels(view, size, toPlace(view, size, { x: 123, y: 45 }))
    expect(pixels.x).toBeCloseTo(123, 6)
    expect(pixels.y).toBeCloseTo(45, 6)
  })

  test('moves by pixels, and no further than the world goes', () => {
    const before = toPixels(view, size, placeOf(arden))
    const after = toPixels(panBy(view, { x: 30, y: -12 }), size, placeOf(arden))
    expect(after.x - before.x).toBeCloseTo(30, 6)
    expect(after.y - before.y).toBeCloseTo(-12, 6)
    expect(panBy(view, { x: 1e12, y: -1e12 }).center).toEqual({ x: 0, y: 1 })
  })

  test('zooms around a pixel, within its limits', () => {
    const at = { x: 640, y: 90 }
    const nearer = zoomBy(view, size, 1.5, at)
    expect(nearer.zoom).toBeCloseTo(view.zoom + 1.5, 9)
    const same = toPixels(nearer, size, toPlace(view, size, at))
    expect(same.x).toBeCloseTo(at.x, 5)
    expect(same.y).toBeCloseTo(at.y, 5)
    expect(zoomBy(view, size, 99, at).zoom).toBe(nearestZoom)
    expect(zoomBy(view, size, -99, at).zoom).toBe(farthestZoom)
  })

  test('goes from one to another', () => {
    const other = { center: placeOf(brevard), zoom: 12 }
    expect(viewBetween(view, other, 0)).toEqual(view)
    expect(viewBetween(view, other, 1).zoom).toBeCloseTo(12, 9)
  })
})

test('a ring drawn around a campus passes through what is as far away', () => {
  const view = { center: placeOf(arden), zoom: 11 }
  const a = toPixels(view, size, placeOf(arden))
  const b = toPixels(view, size, placeOf(brevard))
  const drawn = Math.hypot(a.x - b.x, a.y - b.y) / pixelsPerMile(11, arden.latitude)
  expect(drawn / greatCircleMiles(arden, brevard)).toBeCloseTo(1, 2)
})
