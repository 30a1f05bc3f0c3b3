import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

// What biome.json can't say: that the rooms, taken as folders, form no circle either.

test('the rooms of the server form no circle', () => {
  expect(
    circle(importsBetween(file => /^server\/(?!features|commands|testing)(\w+)\//.exec(file)?.[1])),
  ).toBeNull()
})

test('features import at most ten others, and never in a circle', () => {
  const pairs = importsBetween(file => /^server\/features\/(\w+)\//.exec(file)?.[1])
  expect(circle(pairs)).toBeNull()
  expect(pairs.size, [...pairs].join(', ')).toBeLessThanOrEqual(10)
})

test('the rooms of the web form no circle', () => {
  expect(circle(importsBetween(file => /^web\/(\w+)\//.exec(file)?.[1]))).toBeNull()
})

/** Imports of values and types alike, as 'from -> to', between the rooms that `roomOf` names. */
function importsBetween(roomOf: (file: string) => string | undefined): Set<string> {
  const pairs = new Set<string>()
  for (const file of sourceFiles) {
    const from = roomOf(file)
    if (from === undefined) continue
    for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(
      /\b(?:from|import\()\s*'([#.][^']+)'/g,
    )) {
      const target = specifier.startsWith('#') ? specifier.slice(1) : join(dirname(file), specifier)
      const to = roomOf(target)
      if (to !== undefined && to !== from) pairs.add(`${from} -> ${to}`)
    }
  }
  return pairs
}

/** The first circle that is found, in order; null when there is none. */
function circle(pairs: Set<string>): string[] | null {
  const next = Map.groupBy(
    [...pairs].map(pair => pair.split(' -> ') as [string, string]),
    ([from]) => from,
  )
  const clear = new Set<string>()
  const search = (room: string, path: string[]): string[] | null => {
    if (path.includes(room)) return [...path.slice(path.indexOf(room)), room]
    if (clear.has(room)) return null
    for (const [, to] of next.get(room) ?? []) {
      const found = search(to, [...path, room])
      if (found) return found
    }
    clear.add(room)
    return null
  }
  for (const room of next.keys()) {
    const found = search(room, [])
    if (found) return found
  }
  return null
}

const sourceFiles = globSync('{server,web}/**/*.{ts,tsx}').filter(file => !file.includes('.test.'))
