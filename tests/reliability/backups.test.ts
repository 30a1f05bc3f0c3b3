import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { schema } from '#app/tables.ts'
import { createBackup, restoreBackup } from '#features/backups/contract.ts'
import { pathOf } from '#features/backups/server/backup-files.ts'
import { withStagedBackup } from '#features/backups/server/format/stage-backup.ts'
import { writeBackup } from '#features/backups/server/format/write-backup.ts'
import { batchRatings, createRating } from '#features/ratings/contract.ts'
import { listCampusRestaurants, updateRestaurant } from '#features/restaurants/contract.ts'
import { readConfig } from '#kit/server/config/config.ts'
import type { Deps } from '#kit/server/deps.ts'
import {
  type Installation,
  launchScript,
  startServer,
  withDeps,
} from '#tests/support/backups/installation.ts'
import { digestOf } from '#tests/support/databases/digest-tables.ts'
import { fill } from '#tests/support/databases/fill.ts'
import { peopleOf } from '#tests/support/people/people.ts'
import { findCorruption } from './support/actual-states.ts'
import { call, type Person, signIn, times } from './support/client.ts'
import { emptyInstallation, engines, install } from './support/harness.ts'

/* Backups are made, and restored, while others write and read. */

type Writer = { who: Person; mine: number; sent: number; acknowledged: number }

describe.each(engines)('%s', engine => {
  test('backups during 100 writes per second: each is a consistent snapshot, and no write is rejected [D-08]', async () => {
    const installation = await install(engine)
    const { writers, root, places } = await withDeps(installation, populate)
    const { origin } = await startServer(installation)
    const stopped = new AbortController()
    const rejected: number[] = []
    const writing = Promise.all(
      writers.map(async writer => {
        while (!stopped.signal.aborted && writer.acknowledged < 2 * places.length) {
          writer.sent = writer.acknowledged + 1
          const { status } = await writeNext(origin, writer, places)
          if (status > 201) rejected.push(status)
          else writer.acknowledged += 1
          await setTimeout(50)
        }
      }),
    )
    const backups: { filename: string; known: number[]; sent: number[] }[] = []
    for (let i = 0; i < 4; i += 1) {
      await setTimeout(300)
      const known = writers.map(({ acknowledged }) => acknowledged)
      // The last backup includes images, so that it can be restored into an installation without any.
      const { status, body } = await call(origin, root, createBackup, {
        body: { includeImages: i % 2 === 1 },
      })
      expect(status).toBe(201)
      backups.push({ filename: body.filename, known, sent: writers.map(({ sent }) => sent) })
    }
    stopped.abort()
    await writing
    expect(rejected).toEqual([])
    for (const { filename, known, sent } of backups) {
      const states = await statesIn(installation, filename, writers)
      for (const [index, { ratings, renamed }] of states.entries()) {
        const all = renamed + ratings.length
        // A prefix of the writer's writes, which alternate: the tables are read far apart in time.
        expect(ratings).toEqual(ratings.map((_, i) => i + 1))
        expect(renamed).toBe(Math.ceil(all / 2))
        expect(all).toBeGreaterThanOrEqual(known[index] ?? 0)
        expect(all).toBeLessThanOrEqual(sent[index] ?? 0)
      }
    }
    await expectRestorable(installation, backups.at(-1)?.filename ?? '')
  })

  test('readers during a restore, over two processes: every list is from before or from after, never mixed [T-97]', async () => {
    const installation = await install(engine)
    const { root, filename, places } = await withDeps(installation, withOlderBackup)
    const origins = [(await startServer(installation)).origin, (await startServer(installation)).origin]
    const seen = { old: 0, new: 0 }
    let isDone = false
    const read = async (origin: string) => {
      for (let afterwards = 0; afterwards < 3; afterwards += isDone ? 1 : 0) {
        const list = await call(origin, root, listCampusRestaurants, { params: { campusCode: 'arden' } })
        const batch = await call(origin, root, batchRatings, { body: { restaurantIds: places } })
        expect([list.status, batch.status]).toEqual([200, 200])
        // Before the restore, every rating has one star.
        for (const reply of [
          list.body.map(({ name }) => name === changed),
          Object.values(batch.body.averageRatings).map(average => average === 1),
        ]) {
          const old = reply.filter(Boolean).length
          expect([0, reply.length]).toContain(old)
          seen[old === 0 ? 'new' : 'old'] += 1
        }
      }
    }
    const reading = Promise.all([...origins, ...origins].map(read))
    await setTimeout(300)
    const { status, message } = await call(origins[0] ?? '', root, restoreBackup, { params: { filename } })
    isDone = true
    await reading
    expect(status, message).toBe(200)
    expect(Math.min(seen.old, seen.new)).toBeGreaterThan(0)
    await withDeps(installation, async ({ db }) => expect(await findCorruption(db)).toEqual([]))
  })
})

/** Alternates between renaming a restaurant and rating one: a backup reads these two tables far apart in time. */
function writeNext(origin: string, { who, mine, acknowledged }: Writer, places: number[]) {
  const number = Math.floor(acknowledged / 2)
  if (acknowledged % 2 === 0) {
    const name = `Renamed ${number + 1}`
    return call(origin, who, updateRestaurant, { params: { id: mine }, body: { name } })
  }
  const body = { restaurantId: places[number] ?? 0, value: 3, comment: `${number + 1}` }
  return call(origin, who, createRating, { body })
}

async function populate(deps: Deps) {
  const make = peopleOf(deps)
  await fill(deps, { users: 70, restaurants: 300, ratings: 6_000, images: 4 })
  const writers = await times<Writer>(5, async () => ({
    who: await signIn(deps, await make.admin()),
    mine: (await make.restaurant({ name: 'Renamed 0' })).id,
    sent: 0,
    acknowledged: 0,
  }))
  const places = await deps.db.selectFrom('restaurants').select('id').orderBy('id').execute()
  return { writers, root: await signIn(deps, await make.superUser()), places: places.map(({ id }) => id) }
}

/** What a backup has of each writer: the numbers of the ratings, and that of the last renaming. */
const statesIn = ({ environment }: Installation, filename: string, writers: Writer[]) => {
  const config = readConfig(environment)
  return withStagedBackup({ config, schema }, pathOf(config, filename), ({ db }) =>
    Promise.all(
      writers.map(async ({ who, mine }) => {
        const rows = await db.selectFrom('ratings').select('comment').where('userId', '=', who.id).execute()
        const own = await db
          .selectFrom('restaurants')
          .select('name')
          .where('id', '=', mine)
          .executeTakeFirst()
        const ratings = rows.map(({ comment }) => Number(comment)).toSorted((a, b) => a - b)
        return { ratings, renamed: Number(own?.name.replace('Renamed ', '')) }
      }),
    ),
  )
}

async function expectRestorable({ engine, environment }: Installation, filename: string): Promise<void> {
  const target = await emptyInstallation(engine)
  const config = readConfig(environment)
  const file = pathOf(config, filename)
  const restore = launchScript('commands/restore.ts', target, { args: [file] })
  expect((await restore.ended).code, restore.output()).toBe(0)
  // The audit log has one more entry, for the restore.
  const { auditLogs: _, ...expected } = await withStagedBackup({ config, schema }, file, ({ db }) =>
    digestOf(db),
  )
  expect(await withDeps(target, ({ db }) => digestOf(db))).toMatchObject(expected)
}

const changed = 'Renamed since the backup'

/** A backup that differs from the database in every row. */
async function withOlderBackup(deps: Deps) {
  const { db } = deps
  await fill(deps, { users: 150, restaurants: 60, ratings: 3_000, images: 4 })
  const filename = await writeBackup(deps, { kind: 'backup', includeImages: true })
  await db.updateTable('restaurants').set({ name: changed }).execute()
  await db.updateTable('ratings').set({ comment: 'since', value: 1 }).execute()
  const places = await db.selectFrom('ratings').select('restaurantId').distinct().execute()
  const root = await signIn(deps, await peopleOf(deps).primary())
  return { root, filename, places: places.map(({ restaurantId }) => restaurantId) }
}
