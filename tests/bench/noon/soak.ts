/** D-22: a third of noon for hours, to see whether anything grows that should not. */
import { appendFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Engine } from '#server/database/dialect.ts'
import { sqliteFileName } from '#server/database/open.ts'
import { tableNames } from '#server/database/tables.ts'
import type { Deps } from '#server/deps.ts'
import { type Installation, type Server, withDeps } from '../../reliability/installation.ts'
import type { Scale } from '../../reliability/scenario.ts'
import { type Crowd, startCrowd } from './crowd.ts'
import { withServers } from './measure-row.ts'
import { byKind, failures, summarizeStatuses } from './record.ts'
import { pause } from './schedule.ts'
import { countOpen, mebibyte, memoryOf, readMetrics } from './watch.ts'

/** A sample of everything; one line of the file. */
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
  /** The failures in words: `GET /api/user: 503 × 2`. */
  failures?: string
  lost: number
  rows: Partial<Record<string, number>>
  imageMb: number
}

const people = 100
const size = { staff: 1_500, restaurants: 300, ratings: 40_000, signedIn: people }

/** Each sample is written to the file immediately, so that an interrupted soak is not lost. */
export async function soak(
  engine: Engine,
  scale: Pick<Scale, 'postgresUrl'>,
  { minutes, file, say }: { minutes: number; file: string; say: (line: string) => void },
): Promise<Sample[]> {
  const samples: Sample[] = []
  await writeFile(file, '')
  await withServers({ engine, processes: 1 }, size, scale, async (data, [server], installation) => {
    if (!server) throw new Error('There is no server')
    await withDeps(installation, async deps => {
      const crowd = startCrowd(data, [server.origin], { people, seconds: minutes * 60 })
      const start = performance.now()
      for (let minute = 1; minute <= minutes; minute += 1) {
        await pause(start + minute * 60_000 - performance.now())
        const sample = await takeSample(minute, { crowd, server, deps, installation })
        samples.push(sample)
        await appendFile(file, `${JSON.stringify(sample)}\n`)
      }
      await crowd.ended
      crowd.stop()
    })
    say(`What the server said:\n${server.output().slice(-2_000)}`)
  })
  return samples
}

type Watched = { crowd: Crowd; server: Server; deps: Deps; installation: Installation }

async function takeSample(minute: number, { crowd, server, deps, installation }: Watched): Promise<Sample> {
  const bytes = await databaseBytes(deps, installation.dataDir)
  const { lagMs, heapMb, streams } = await readMetrics(server)
  const { requests, streams: own } = crowd.record
  return {
    minute,
    rssMb: await memoryOf(server),
    heapMb,
    ...(await countOpen(server)),
    databaseMb: bytes.database / mebibyte,
    walMb: bytes.wal / mebibyte,
    logBytes: server.output().length,
    streams,
    lagMs,
    requests: requests.length,
    failed: failures(requests).length,
    failures: byKind(failures(requests))
      .map(([kind, of]) => `${kind}: ${summarizeStatuses(of)}`)
      .join('; '),
    lost: own.lost,
    rows: await countRows(deps),
    imageMb: (await imageBytes(deps)) / mebibyte,
  }
}

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
  for (const name of tableNames) {
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
