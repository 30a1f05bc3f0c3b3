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

/** How many turns of the event loop pass while a list is read in five batches, each of which takes some milliseconds. */
async function turnsWhile(takes: number): Promise<number> {
  let turns = 0
  let isDone = false
  const takeTurns = () => {
    turns += 1
    if (!isDone) setImmediate(takeTurns)
  }
  setImmediate(takeTurns)
  const read = async ({ limit, last = 5_000 }: { limit: number; last: number | undefined }) => {
    const end = performance.now() + takes
    while (performance.now() < end);
    return Array.from({ length: Math.min(limit, last - 1) }, (_, index) => last - 1 - index)
  }
  for await (const _ of readInBatches(read));
  isDone = true
  return turns
}

test('requests can run between batches, and short ones are not held up by that', async () => {
  expect(await turnsWhile(6)).toBeGreaterThanOrEqual(4 * 5 - 1)
  expect(await turnsWhile(0)).toBeLessThan(2 * 5)
})
