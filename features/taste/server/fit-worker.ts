import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { Config } from '#kit/server/config/config.ts'
import { readInBatches } from '#kit/server/database/batches.ts'
import { openReader } from '#kit/server/database/connection/open.ts'
import type { Db } from '#kit/server/database/schema.ts'
import { fitTaste } from '../model.ts'
import { findNeighbors } from '../neighbors.ts'
import type { Ratings } from '../ratings-table.ts'
import { encodeTaste } from './learned.ts'

/* A worker thread: reads all ratings over its own database connection, fits the model, and posts it as bytes. */

// On Linux, this lowers only the priority of this thread, so that requests go first.
if (process.platform === 'linux') setPriority(10)
const ratings = await readRatings(workerData as Pick<Config, 'databaseUrl' | 'dataDir'>)
const bytes = Uint8Array.from(encodeTaste({ model: fitTaste(ratings), neighbors: findNeighbors(ratings) }))
parentPort?.postMessage(bytes, [bytes.buffer])

async function readRatings(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Ratings> {
  const db = openReader(config)
  const batches: Ratings[] = []
  try {
    for await (const rows of ratingBatches(db))
      batches.push({
        people: Int32Array.from(rows, row => row.userId),
        places: Int32Array.from(rows, row => row.restaurantId),
        values: Float64Array.from(rows, row => row.value),
      })
  } finally {
    await db.destroy()
  }
  const length = batches.reduce((sum, { values }) => sum + values.length, 0)
  const all = {
    people: new Int32Array(length),
    places: new Int32Array(length),
    values: new Float64Array(length),
  }
  let at = 0
  for (const { people, places, values } of batches) {
    all.people.set(people, at)
    all.places.set(places, at)
    all.values.set(values, at)
    at += values.length
  }
  return all
}

type RatingStars = { id: number; userId: number; restaurantId: number; value: number }

/** All ratings in the order of their ids. */
function ratingBatches(db: Db): AsyncGenerator<RatingStars[]> {
  return readInBatches<RatingStars>(
    ({ limit, last }) =>
      db
        .selectFrom('ratings')
        .select(['id', 'userId', 'restaurantId', 'value'])
        .where('id', '>', last?.id ?? 0)
        .orderBy('id')
        .limit(limit)
        .execute(),
    2_000,
  )
}
