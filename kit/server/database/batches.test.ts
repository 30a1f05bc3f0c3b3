// On both engines: dialect.
import { expect, test } from 'vitest'
import { readInBatches } from './batches.ts'

test.each([0, 1, 999, 1_000, 1_001, 2_500])('%i rows are read completely and in order', async count => {
  const rows = Array.from({ length: count }, (_, index) => ({ id: count - index }))
  const seen: { id: number }[] = []
  const read = async ({ limit, last }: { limit: number; last: { id: number } | undefined }) =>
    rows.filter(({ id }) => !last || id < last.id).slice(0, limit)
  for await (const batch of readInBatches(read)) seen.push(...batch)
  expect(seen).toEqual(rows)
})

test('other work can run between the batches', async () => {
  let turns = 0
  let isDone = false
  const takeTurns = () => {
    turns += 1
    if (!isDone) setImmediate(takeTurns)
  }
  setImmediate(takeTurns)
  const read = async ({ limit, last = 5_000 }: { limit: number; last: number | undefined }) =>
    Array.from({ length: Math.min(limit, last - 1) }, (_, index) => last - 1 - index)
  for await (const _ of readInBatches(read));
  isDone = true
  expect(turns).toBeGreaterThanOrEqual(4)
})
