/** D-08: backups while others write. Each is a moment of the database: of every writer, what came first and nothing else. */
import { createBackup } from '#contract/backups.ts'
import { createRating } from '#contract/ratings.ts'
import { updateRestaurant } from '#contract/restaurants.ts'
import { readConfig } from '#server/config.ts'
import type { Engine } from '#server/database/dialect.ts'
import type { Deps } from '#server/deps.ts'
import { pathOf } from '#server/features/backups/backup-files.ts'
import { withStagedBackup } from '#server/features/backups/stage-backup.ts'
import { peopleOf } from '#server/testing/people.ts'
import { call, type Person, signIn } from './client.ts'
import { fill } from './fill.ts'
import { type Installation, newInstallation, prepare, withDeps, withServer } from './installation.ts'
import { expectNone, expectThat, type Scale, type Scenario } from './scenario.ts'

const engines: Engine[] = ['sqlite', 'postgres']

export const scenarios: Scenario[] = engines.map(engine => ({
  id: 'D-08',
  what: 'backups under 100 writes a second: each is whole and holds a beginning of what each writer wrote',
  engine,
  needs: engine === 'postgres' ? ['PostgreSQL'] : [],
  isLong: engine === 'postgres',
  measure: scale => backUpUnderLoad(engine, scale),
}))

const writersAtOnce = 5
/** Of one writer: one write every fifty milliseconds makes twenty a second. */
const pause = 50

async function backUpUnderLoad(engine: Engine, scale: Scale): Promise<string> {
  const count = scale.isShort ? 3 : 20
  const installation = await newInstallation(engine, scale)
  try {
    await prepare(installation)
    const { writers, root, places } = await withDeps(installation, deps => populate(deps, scale))
    return await withServer(installation, async ({ origin }) => {
      const stop = new AbortController()
      const [latencies, refused]: [number[], number[]] = [[], []]
      const writing = Promise.all(
        writers.map(async writer => {
          while (!stop.signal.aborted && writer.acknowledged < 2 * places.length) {
            const start = performance.now()
            writer.sent = writer.acknowledged + 1
            // Without a reply the server is gone; its own check reports why.
            const { status } = await writeNext(origin, writer, places).catch(() => ({ status: 0 }))
            if (status === 0) return
            latencies.push(performance.now() - start)
            if (status <= 201) writer.acknowledged += 1
            else refused.push(status)
            await new Promise(resolve => setTimeout(resolve, pause))
          }
        }),
      )
      const start = performance.now()
      for (let i = 0; i < count; i += 1) {
        const known = writers.map(({ acknowledged }) => acknowledged)
        const { status, body } = await call(origin, root, createBackup, {
          body: { includeImages: i % 2 === 0 },
        })
        expectThat(status === 201, `a backup was answered with ${status}`)
        await expectPrefixes(installation, body.filename, known, writers)
      }
      const seconds = (performance.now() - start) / 1000
      stop.abort()
      await writing
      expectNone(refused.map(status => `a write was answered with ${status}`))
      const sorted = latencies.sort((a, b) => a - b)
      const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0
      return `${count} backups among ${sorted.length} writes in ${seconds.toFixed(0)} s, 0 refused; a write took ${median(sorted)} ms in the middle, ${p99.toFixed(0)} ms at p99`
    })
  } finally {
    await installation.remove()
  }
}

/** A restaurant's new name and a rating in turn: the rows of both tables are read one long while after the other. */
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

async function expectPrefixes(
  installation: Installation,
  filename: string,
  known: number[],
  writers: Writer[],
): Promise<void> {
  const config = readConfig(installation.environment)
  await withStagedBackup({ config }, pathOf(config, filename), async ({ db }) => {
    for (const [index, { who, mine, sent }] of writers.entries()) {
      const rows = await db.selectFrom('ratings').select('comment').where('userId', '=', who.id).execute()
      const numbers = rows.map(({ comment }) => Number(comment)).sort((a, b) => a - b)
      const own = await db.selectFrom('restaurants').select('name').where('id', '=', mine).executeTakeFirst()
      const renamed = Number(own?.name.match(/\d+$/)?.[0])
      const all = renamed + numbers.length
      const isPrefix = numbers.every((number, i) => number === i + 1) && renamed === Math.ceil(all / 2)
      const isInTime = all >= (known[index] ?? 0) && all <= sent
      expectThat(
        isPrefix && isInTime,
        `${filename} has ${numbers.length} ratings and the name ${renamed} of a writer with ${known[index]} to ${sent} writes`,
      )
    }
  })
}

const median = (sorted: number[]) => (sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(0)
