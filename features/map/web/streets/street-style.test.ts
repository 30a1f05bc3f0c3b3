import { expect, test } from 'vitest'
import { lookOf, roadWidth } from './street-style.ts'

test.each([
  ['earth', { kind: 'earth' }, 'earth'],
  ['roads', { kind: 'minor_road', kind_detail: 'residential' }, 'minor'],
  ['roads', { kind: 'highway' }, 'highway'],
  ['roads', { 'pmap:kind': 'major_road' }, 'major'],
  ['landuse', { 'pmap:kind': 'park' }, 'green'],
  ['roads', { kind: 'rail' }, null],
  ['transportation', { class: 'primary' }, 'major'],
  ['streets', { kind: 'residential' }, 'minor'],
  ['streets', { kind: 'constructor' }, null],
  ['water', { kind: 'river' }, 'water'],
  ['ocean', {}, 'water'],
  ['landuse', { kind: 'park' }, 'green'],
  ['landuse', { kind: 'industrial' }, null],
  ['landcover', { class: 'wood' }, 'green'],
  ['buildings', {}, 'building'],
  ['pois', { kind: 'cafe' }, null],
])('%s %o is drawn as %s', (layer, properties, look) => {
  expect(lookOf(layer, properties)).toBe(look)
})

test('roads get wider with the zoom, and small ones are left out at low zoom levels', () => {
  expect(roadWidth('minor', 11)).toBe(0)
  expect(roadWidth('minor', 14)).toBeGreaterThan(roadWidth('minor', 13))
  expect(roadWidth('highway', 7)).toBeGreaterThan(0)
  expect(roadWidth('highway', 19)).toBeLessThanOrEqual(18)
  expect(roadWidth('water', 13)).toBe(0)
})
