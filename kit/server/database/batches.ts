import { giveWay } from './drivers/give-way.ts'

/** The largest integer that both engines accept. SQLite accepts an offset only together with a limit. */
export const noLimit = 2_147_483_647

/**
 * The parts of a list, each few enough for one statement: both engines limit how many values that may have. Requests
 * can run between two parts.
 */
export async function* partsOf<T>(items: readonly T[], size = 250): AsyncGenerator<T[]> {
  for (let start = 0; start < items.length; start += size) {
    if (start > 0) await giveWay()
    yield items.slice(start, start + size)
  }
}

/**
 * Reads a list that may be very long in batches: `read` returns at most `limit` rows after `last`. Requests can run
 * between two batches.
 */
export async function* readInBatches<Row>(
  read: (page: { limit: number; last: Row | undefined }) => Promise<Row[]>,
  limit = 1_000,
): AsyncGenerator<Row[]> {
  let last: Row | undefined
  while (true) {
    const batch = await read({ limit, last })
    yield batch
    last = batch.at(-1)
    if (batch.length < limit) return
    await giveWay()
  }
}
