/**
 * D-08: backups during writes. Each backup is a consistent snapshot: it has a prefix of each writer's writes,
 * and all other data.
 */
import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { createBackup } from '#contract/backups.ts'
import { createRating } from '#contract/ratings.ts'
import { updateRestaurant } from '#contract/restaurants.ts'
import { readConfig } from '#server/config.ts'
import type { Engine } from '#server/database/dialect.ts'
import type { Database, Db, RatingRow, RestaurantRow } from '#server/database/schema.ts'
import { type BackupTable, backupTableNames } from '#server/database/tables.ts'
import type { Deps } from '#server/deps.ts'
import { pathOf } from '#server/features/backups/backup-files.ts'
import { rowsOf } from '#server/features/backups/format/snapshot.ts'
import { withStagedBackup } from '#server/features/backups/format/stage-backup.ts'
import { digestOf } from '#server/testing/backup-digest.ts'
import { peopleOf } from '#server/testing/people.ts'
import { percentile } from '../bench/statistics.ts'
import { call, type Person, signIn } from './client.ts'
import { pause } from './connections.ts'
import { fill } from './fill.ts'
import { type Installation, launch, newInstallation, prepare, withDeps, withServer } from './installation.ts'
import { engines, expectNone, expectThat, needsOf, type Scale, type Scenario } from './scenario.ts'

export const scenarios: Scenario[] = engines.map(engine => ({
  id: 'D-08',
  what: 'backups during 100 writes per second: each is a consistent snapshot, and no write waits for it',
  engine,
  needs: needsOf(engine),
  isLong: engine === 'postgres',
  measure: scale => backUpUnderLoad(engine, scale),
}))

const writersAtOnce = 5
/** Per writer: one write every 50 ms, 20 per second. */
const every = 50

async function backUpUnderLoad(engine: Engine, scale: Scale): Promise<string> {
  const count = scale.isShort ? 3 : 20
  const installation = await newInstallation(engine, scale)
  try {
    await prepare(installation)
    const { writers, root, places } = await withDeps(installation, deps => populate(deps, scale))
    const { backups, before, during, seconds } = await withServer(installation, async ({ origin }) => {
      const writing = writeSteadily(origin, writers, places)
      // The first writes of a process are slower than all others.
      if (!scale.isShort) await pause(3_000)
      writing.times.splice(0)
      await pause(scale.isShort ? 200 : 3_000)
      const before = writing.times.splice(0)
      const start = performance.now()
      const backups: Backup[] = []
      for (let i = 0; i < count; i += 1) {
        const known = writers.map(({ acknowledged }) => acknowledged)
        // The last backup includes images, so that it can be restored into an installation without any.
        const body = { includeImages: (count - i) % 2 === 1 }
        const made = await call(origin, root, createBackup, { body })
        expectThat(made.status === 201, `a backup was answered with ${made.status}`)
        backups.push({ filename: made.body.filename, known, sent: writers.map(({ sent }) => sent) })
      }
      const seconds = (performance.now() - start) / 1000
      const refused = await writing.stop()
      expectNone(refused.map(status => `a write was answered with ${status}`))
      return { backups, before, during: writing.times, seconds }
    })
    const [p99, usual] = [percentile(during, 0.99), percentile(before, 0.99)]
    // `npm test` runs other tests on the same machine.
    const isJudged = !scale.isShort && usual < longestWait
    expectThat(
      !isJudged || p99 < longestWait,
      `the p99 of writes was ${p99.toFixed(0)} ms, without backups ${usual.toFixed(0)} ms`,
    )
    for (const backup of backups) await expectMoment(installation, backup, writers, root)
    await expectRestorable(installation, backups.at(-1)?.filename ?? '', scale)
    return `${count} backups in ${seconds.toFixed(0)} s during ${(during.length / seconds).toFixed(0)} writes per second, 0 refused; a write took ${inMilliseconds(during)} from when it was due, without backups ${inMilliseconds(before)}${isJudged || p99 < longestWait ? '' : ' (a busy machine: not judged)'}; the digests of all rows show that each backup is a snapshot of the ${during.length} writes, and that the last one is restored completely`
  } finally {
    await installation.remove()
  }
}

/** The limit for the p99 of writes during a backup, in milliseconds. */
const longestWait = 200

const inMilliseconds = (times: number[]) =>
  `${percentile(times, 0.5).toFixed(0)} ms at the median and ${percentile(times, 0.99).toFixed(0)} ms at p99`

/**
 * Each writer sends one request at a time at fixed intervals. Times count from when a write was due, so
 * delays add up.
 */
function writeSteadily(origin: string, writers: Writer[], places: number[]) {
  const stopped = new AbortController()
  const [times, refused]: [number[], number[]] = [[], []]
  const start = performance.now()
  const writing = Promise.all(
    writers.map(async (writer, index) => {
      for (let turn = index / writers.length; writer.acknowledged < 2 * places.length; turn += 1) {
        const due = start + turn * every
        await pause(Math.max(0, due - performance.now()))
        if (stopped.signal.aborted) return
        writer.sent = writer.acknowledged + 1
        // No response means that the server is gone, which its own check reports.
        const { status } = await writeNext(origin, writer, places).catch(() => ({ status: 0 }))
        if (status === 0) return
        times.push(performance.now() - due)
        if (status <= 201) writer.acknowledged += 1
        else refused.push(status)
      }
    }),
  )
  const stop = async () => {
    stopped.abort()
    await writing
    return refused
  }
  return { times, stop }
}

/**
 * Alternates between renaming a restaurant and rating one: a backup reads these two tables far apart in time.
 */
function writeNext(origin: string, { who, mine, acknowledged }: Writer, places: number[]) {
  const number = Math.floor(acknowledged / 2)
  if (acknowledged % 2 === 0) {
    const name = nameWith(number + 1)
    return call(origin, who, updateRestaurant, { params: { id: mine }, body: { name } })
  }
  const body = { restaurantId: places[number] ?? 0, value: 3, comment: `${number + 1}` }
  return call(origin, who, createRating, { body })
}

const nameWith = (number: number) => `Renamed ${number}`

type Writer = { who: Person; mine: number; sent: number; acknowledged: number }

async function populate(deps: Deps, { isShort }: Scale) {
  const make = peopleOf(deps)
  await fill(deps, {
    users: 70,
    restaurants: isShort ? 100 : 900,
    ratings: isShort ? 6_000 : 20_000,
    images: 4,
  })
  const writers: Writer[] = []
  for (let i = 0; i < writersAtOnce; i += 1)
    writers.push({
      who: await signIn(deps, await make.admin()),
      mine: (await make.restaurant({ name: nameWith(0) })).id,
      sent: 0,
      acknowledged: 0,
    })
  const places = await deps.db.selectFrom('restaurants').select('id').orderBy('id').execute()
  return { writers, root: await signIn(deps, await make.superUser()), places: places.map(({ id }) => id) }
}

type Backup = { filename: string; known: number[]; sent: number[] }

/**
 * Checks that the backup has a prefix of each writer's writes and all other data: its digests must match the
 * final data without the later writes.
 */
async function expectMoment(
  installation: Installation,
  { filename, known, sent }: Backup,
  writers: Writer[],
  root: Person,
): Promise<void> {
  const config = readConfig(installation.environment)
  await withStagedBackup({ config }, pathOf(config, filename), async ({ db }) => {
    const counts: number[] = []
    for (const [index, { who, mine }] of writers.entries()) {
      const rows = await db.selectFrom('ratings').select('comment').where('userId', '=', who.id).execute()
      const numbers = rows.map(({ comment }) => Number(comment)).sort((a, b) => a - b)
      const own = await db.selectFrom('restaurants').select('name').where('id', '=', mine).executeTakeFirst()
      const renamed = numberIn(own?.name ?? '')
      const all = renamed + numbers.length
      const isPrefix = numbers.every((number, i) => number === i + 1) && renamed === Math.ceil(all / 2)
      const isInTime = all >= (known[index] ?? 0) && all <= (sent[index] ?? 0)
      expectThat(
        isPrefix && isInTime,
        `${filename} has ${numbers.length} ratings and the name ${renamed} of a writer with ${known[index]} to ${sent[index]} writes`,
      )
      counts.push(all)
    }
    const found = await digestUpTo(db, { writers, root })
    const expected = await withDeps(installation, deps => digestUpTo(deps.db, { writers, root, counts }))
    const different = [...expected].filter(([table, digest]) => found.get(table) !== digest)
    expectNone(different.map(([table]) => `${filename} has other ${table} than there were then`))
  })
}

/** The digests of all tables, without each writer's later writes and the traces of the backups themselves. */
async function digestUpTo(
  db: Db,
  { writers, root, counts }: { writers: Writer[]; root: Person; counts?: number[] },
): Promise<Map<string, string>> {
  const most = new Map(writers.map(({ who }, i) => [who.id, counts?.[i] ?? Infinity]))
  const own = new Set(writers.map(({ mine }) => mine))
  const asThen = (
    table: BackupTable,
    row: Partial<Selectable<Database['auditLogs']> & RatingRow & RestaurantRow>,
  ) => {
    const writes = most.get(row.userId ?? 0) ?? Infinity
    if (table === 'ratings') return numberIn(row.comment ?? '') <= Math.floor(writes / 2) ? row : null
    if (table === 'auditLogs' && row.userId === root.id) return null
    if (table === 'auditLogs') return numberIn(row.details ?? '') <= Math.ceil(writes / 2) ? row : null
    // Its name was already compared. The time of the renaming is only known for the last one.
    if (table === 'restaurants' && own.has(row.id ?? 0)) return { ...row, name: '', updatedAt: '' }
    return row
  }
  const digests = new Map<string, string>()
  for (const table of backupTableNames) {
    const hash = createHash('sha256')
    for await (const rows of rowsOf(db, table))
      for (const row of rows.flatMap(row => asThen(table, row) ?? [])) hash.update(`${JSON.stringify(row)}\n`)
    digests.set(table, hash.digest('hex'))
  }
  return digests
}

/** The last number in a restaurant's name or in the details of an audit entry. */
const numberIn = (text: string) => Number(/(\d+)\D*$/.exec(text)?.[1] ?? 0)

async function expectRestorable(installation: Installation, filename: string, scale: Scale): Promise<void> {
  const target = await newInstallation(installation.engine, scale)
  try {
    const config = readConfig(installation.environment)
    const file = pathOf(config, filename)
    const args = [file]
    const restore = launch('../server/commands/restore.ts', target, { args })
    const { code } = await restore.ended
    expectThat(code === 0, `the restore ended with ${code}: ${restore.output()}`)
    // The audit log has one more entry, for the restore.
    const { auditLogs: _, ...expected } = await withStagedBackup({ config }, file, ({ db }) => digestOf(db))
    const { auditLogs: __, ...found } = await withDeps(target, ({ db }) => digestOf(db))
    const different = Object.keys(expected).filter(
      name => expected[name as 'users'] !== found[name as 'users'],
    )
    expectNone(different.map(name => `restored, ${name} differ`))
  } finally {
    await target.remove()
  }
}
