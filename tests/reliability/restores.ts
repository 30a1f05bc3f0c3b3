/** T-97 and T-99: what others see during a restore, and that only one restore can run. */
import { listBackups, restoreBackup } from '#contract/backups.ts'
import { batchRatings } from '#contract/ratings.ts'
import { listCampusRestaurants } from '#contract/restaurants.ts'
import { recountTallies } from '#server/data/tallies-store.ts'
import type { Engine } from '#server/database/dialect.ts'
import type { Deps } from '#server/deps.ts'
import { writeBackup } from '#server/features/backups/format/write-backup.ts'
import { findCorruption } from './actual-states.ts'
import { call, type Person, signIn } from './client.ts'
import { fill } from './fill.ts'
import { newInstallation, prepare, type Server, startServer, withDeps } from './installation.ts'
import { engines, expectNone, expectThat, needsOf, type Scale, type Scenario } from './scenario.ts'

export const scenarios: Scenario[] = engines.flatMap((engine): Scenario[] => [
  {
    id: 'T-97',
    what: 'readers during a restore, over two processes: every list is from before or from after, never mixed',
    engine,
    needs: needsOf(engine),
    isLong: engine === 'sqlite',
    measure: scale => readDuring(engine, scale),
  },
  {
    id: 'T-99',
    what: 'five simultaneous restores over two processes: one runs, four are rejected with 409',
    engine,
    needs: needsOf(engine),
    isLong: engine === 'postgres',
    measure: scale => restoreAtOnce(engine, scale),
  },
])

async function readDuring(engine: Engine, scale: Scale): Promise<string> {
  return withTwoServers(engine, scale, async ({ servers, root, filename, places }) => {
    const [seen, late] = [{ old: 0, new: 0 }, 3]
    const mixtures: string[] = []
    let isDone = false
    const read = async ({ origin }: Server) => {
      for (let afterwards = 0; afterwards < late; afterwards += isDone ? 1 : 0) {
        const list = await call(origin, root, listCampusRestaurants, { params: { campusCode: 'arden' } })
        const batch = await call(origin, root, batchRatings, { body: { restaurantIds: places } })
        for (const { status } of [list, batch]) if (status !== 200) mixtures.push(`a read was a ${status}`)
        if (list.status !== 200 || batch.status !== 200) continue
        const names = list.body.map(({ name }) => name === changed)
        // Before the restore, every rating has one star.
        const averages = Object.values(batch.body.averageRatings).map(average => average === 1)
        const departments = Object.values(batch.body.ratingsByDepartment)
          .flat()
          .map(({ averageRating }) => averageRating === 1)
        for (const answer of [names, averages, departments]) {
          const old = answer.filter(Boolean).length
          if (old !== 0 && old !== answer.length) mixtures.push(`${old} of ${answer.length} were of before`)
          seen[old === 0 ? 'new' : 'old'] += 1
        }
      }
    }
    const [first] = servers
    const reading = Promise.all([...servers, ...servers].map(read))
    const { status, message } = await call(first.origin, root, restoreBackup, { params: { filename } })
    isDone = true
    await reading
    expectThat(status === 200, `the restore was answered with ${status} ${message}`)
    expectNone(mixtures)
    expectThat(seen.old > 0 && seen.new > 0, `${seen.old} answers of before, ${seen.new} of afterwards`)
    return `${seen.old} lists from before, ${seen.new} from after, 0 mixed`
  })
}

async function restoreAtOnce(engine: Engine, scale: Scale): Promise<string> {
  return withTwoServers(engine, scale, async ({ servers, root, filename }) => {
    const attempts = [0, 1, 0, 1, 0].map(index =>
      call(servers[index as 0].origin, root, restoreBackup, { params: { filename } }),
    )
    const statuses = (await Promise.all(attempts)).map(({ status }) => status).sort()
    expectThat(statuses.join() === '200,409,409,409,409', `they were answered with ${statuses.join(', ')}`)
    const { body } = await call(servers[1].origin, root, listBackups)
    const safety = body.filter(({ kind }) => kind === 'safety')
    expectThat(safety.length === 1, `${safety.length} safety backups were made`)
    return `statuses ${statuses.join(', ')}; one safety backup`
  })
}

type Scene = { servers: [Server, Server]; root: Person; filename: string; places: number[] }

const changed = 'Renamed since the backup'

/** Two processes with one database, and a backup that differs from it in every row. */
async function withTwoServers<T>(
  engine: Engine,
  scale: Scale,
  work: (scene: Scene) => Promise<T>,
): Promise<T> {
  const installation = await newInstallation(engine, scale)
  const started: Server[] = []
  try {
    await prepare(installation)
    const scene = await withDeps(installation, setScene)
    for (let i = 0; i < 2; i += 1) started.push(await startServer(installation))
    const [first, second] = started as [Server, Server]
    const result = await work({ ...scene, servers: [first, second] })
    await withDeps(installation, async ({ db }) => expectNone(await findCorruption(db)))
    return result
  } finally {
    for (const server of started) {
      server.kill('SIGKILL')
      await server.ended
    }
    await installation.remove()
  }
}

async function setScene(deps: Deps): Promise<Omit<Scene, 'servers'>> {
  const { db } = deps
  await fill(deps, { users: 150, restaurants: 60, ratings: 3_000, images: 4 })
  const filename = await writeBackup(deps, { kind: 'backup', includeImages: true })
  await db.updateTable('restaurants').set({ name: changed }).execute()
  await db.updateTable('ratings').set({ comment: 'since', value: 1 }).execute()
  await db.transaction().execute(recountTallies)
  const admin = await db
    .selectFrom('users')
    .select('id')
    .where('isPrimaryAdmin', '=', true)
    .executeTakeFirstOrThrow()
  const places = await db.selectFrom('ratings').select('restaurantId').distinct().execute()
  return { root: await signIn(deps, admin), filename, places: places.map(({ restaurantId }) => restaurantId) }
}
