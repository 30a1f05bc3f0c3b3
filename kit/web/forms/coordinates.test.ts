import { expect, test, vi } from 'vitest'
import { pasteCoordinates, readCoordinates } from './coordinates.ts'

test.each([
  ['35.5951, -82.5515', { latitude: 35.5951, longitude: -82.5515 }],
  [' (35.5951,-82.5515) ', { latitude: 35.5951, longitude: -82.5515 }],
  ['35 -82', { latitude: 35, longitude: -82 }],
  ['35.5951', null],
  ['Arden, NC', null],
  ['', null],
])('reading coordinates from %j', (text, coordinates) => expect(readCoordinates(text)).toEqual(coordinates))

test.each([
  ['35.5951, -82.5515', [{ latitude: 35.5951, longitude: -82.5515 }]],
  ['35.5951', undefined],
])('pasting %j', (text, coordinates) => {
  const [set, preventDefault] = [vi.fn(), vi.fn()]
  const event = { clipboardData: { getData: () => text }, preventDefault }
  pasteCoordinates(set)(event as unknown as Parameters<ReturnType<typeof pasteCoordinates>>[0])
  expect([set.mock.lastCall, preventDefault.mock.calls.length]).toEqual([coordinates, coordinates ? 1 : 0])
})
