/// <reference types="vite/client" />
import { expect, test } from 'vitest'

const sources = import.meta.glob<string>(['/{app,kit,features}/**/*.tsx', '!/app/web/ui-book/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

test('lists without visible marks say that they are lists, which Safari otherwise forgets', () => {
  const lists = Object.entries(sources).flatMap(([path, source]) =>
    [...source.matchAll(/<[uo]l\b[^>]*>/g)].map(([tag]) => ({ path, tag })),
  )
  expect(lists.length).toBeGreaterThan(40)
  const silent = lists.filter(({ tag }) => !/role="list"|list-disc/.test(tag))
  expect(silent).toEqual([])
})
