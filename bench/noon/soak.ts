/** D-22: a third of noon for hours, and whether anything grows that should not. */
import { appendFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Engine } from '#server/database/dialect.ts'
import { sqliteFileName } from '#server/database/open.ts'
import { tables } from '#server/database/tables.ts'
import type { Deps } from '#server/deps.ts'
import {
  newInstallation,
  prepare,
  type Server,
  withDeps,
  withServer,
} from '../../reliability/installation.ts'
import type { Scale } from '../../reliability/scenario.ts'
import { gather } from './crowd.ts'
import { failures } from './record.ts'
import { pause } from './schedule.ts'
import { fillTown } from './town.ts'
import { countOpen, mebibyte, memoryOf, metricsToken, readMetrics } from './watch.ts'

/** One look at everything, a line of the file. */
export type Sample = {
  minute: number
  rssMb: number
  heapMb: number
  files: number
  sockets: number
  databaseMb: number
  walMb: number
  logBytes: number
  streams: number
  lagMs: number
  /** Since the beginning. */
  requests: number
  failed: number
  lost: number
  rows: Partial<Record<string, number>>
  imageMb: number
}

const people = 100
/** What `npm start` gives the server. */
const asNpmStart = { MALLOC_ARENA_MAX: '2', NODE_OPTIONS: '--max-semi-space-size=8' }

export async function soak(
  engine: Engine,
  scale: Pick<Scale, 'postgresUrl'>,
  { minutes, file, say }: { minutes: number; file: string; say: (line: string) => void },
): Promise<Sample[]> {
  const installation = await newInstallation(engine, scale, {
    RATE_LIMITS: 'on',
    METRICS_TOKEN: metricsToken,
  })
  const log = join(installation.dataDir, 'log')
  const samples: Sample[] = []
  await writeFile(file, '')
  try {
    await prepare(installation)
    const town = await withDeps(installation, deps =>
      fillTown(deps, { staff: 1_500, restaurants: 300, ratings: 40_000, signedIn: people }),
    )
    await withServer(
      installation,
      server =>
        withDeps(installation, async deps => {
          const crowd = gather(town, [server.origin], { people, seconds: minutes * 60 })
          const start = performance.now()
          for (let minute = 1; minute <= minutes; minute += 1) {
            await pause(start + minute * 60_000 - performance.now())
            const bytes = await databaseBytes(deps, installation.dataDir)
            const { lagMs, heapMb, streams } = await readMetrics(server)
            const { requests, streams: own } = crowd.record
            const sample: Sample = {
              minute,
              rssMb: await memoryOf(server),
              heapMb,
              ...(await countOpen(server)),
              databaseMb: bytes.database / mebibyte,
              walMb: bytes.wal / mebibyte,
              logBytes: (await stat(log)).size,
              streams,
              lagMs,
              requests: requests.length,
              failed: failures(requests).length,
              lost: own.lost,
              rows: await countRows(deps),
              imageMb: (await imageBytes(deps)) / mebibyte,
            }
            samples.push(sample)
            await appendFile(file, `${JSON.stringify(sample)}\n`)
          }
          await crowd.ended
          crowd.stop()
          say(`${engine}: the log ends with\n${(await readLog(server)).slice(-2_000)}`)
        }),
      { log, env: asNpmStart },
    )
    return samples
  } finally {
    await installation.remove()
  }
}

const readLog = async (server: Server) => server.output()

async function databaseBytes({ db }: Deps, dataDir: string) {
  const sizeOf = (name: string) =>
    stat(join(dataDir, name)).then(
      ({ size }) => size,
      () => 0,
    )
  const [database, wal] = [await sizeOf(sqliteFileName), await sizeOf(`${sqliteFileName}-wal`)]
  if (database > 0) return { database, wal }
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(
    db,
  )
  return { database: Number(rows[0]?.bytes), wal: 0 }
}

async function countRows({ db }: Deps): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const name of Object.keys(tables)) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(
      db,
    )
    counts[name] = Number(rows[0]?.count)
  }
  return counts
}

async function imageBytes({ db }: Deps): Promise<number> {
  const { rows } = await sql<{
    bytes: number
  }>`select sum(length("bytes") + length("cardBytes")) as bytes from images`.execute(db)
  return Number(rows[0]?.bytes)
}
