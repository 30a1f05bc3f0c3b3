import { expect, test } from 'vitest'
import { inPieces } from './batches.ts'

test.each([0, 1, 999, 1_000, 1_001, 2_500])('%i rows come whole and in order', async count => {
  const rows = Array.from({ length: count }, (_, index) => ({ id: count - index }))
  const seen: { id: number }[] = []
  const read = async ({ limit, before = count + 1 }: { limit: number; before: number | undefined }) =>
    rows.filter(({ id }) => id < before).slice(0, limit)
  for await (const piece of inPieces(read)) seen.push(...piece)
  expect(seen).toEqual(rows)
})

test('other work has its turn between the pieces', async () => {
  let turns = 0
  let isDone = false
  const takeTurns = () => {
    turns += 1
    if (!isDone) setImmediate(takeTurns)
  }
  setImmediate(takeTurns)
  const read = async ({ limit, before = 5_000 }: { limit: number; before: number | undefined }) =>
    Array.from({ length: Math.min(limit, before - 1) }, (_, index) => ({ id: before - 1 - index }))
  for await (const _ of inPieces(read));
  isDone = true
  expect(turns).toBeGreaterThanOrEqual(4)
})
