import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { readConfig } from '#server/config.ts'
import { createDeps } from '#server/create-deps.ts'
import type { Engine } from '#server/database/dialect.ts'
import type { Database } from '#server/database/schema.ts'
import { prepareInstallation } from '#server/features/installation/prepare-installation.ts'
import { newDatabase } from './databases.ts'
import { campusSizes, fillPlaces, fillRatings, sessionToken } from './fill.ts'
import { type Load, load, type Request, type Running, start } from './processes.ts'

export type Measurement = {
  engine: Engine
  ratings: number
  call: 'campus list' | 'batch ratings' | 'own account' | 'rate'
  /** How many restaurants the answer is about; a batch asks for 1,000 at most. */
  restaurants: number
  bytes: number
  app: Load
  bare: Load
}

export type Options = { seconds: number; ratingCounts: number[]; tell: (line: string) => void }

/** Measures what the home page calls, and one rating saved, on one engine; each beside a bare server that sends the same bytes. */
export async function measureListAndRatings(engine: Engine, options: Options): Promise<Measurement[]> {
  const database = await newDatabase(engine)
  const deps = await createDeps(readConfig(database.environment))
  const measurements: Measurement[] = []
  try {
    await prepareInstallation(deps)
    await fillPlaces(deps.db)
    for (const ratings of options.ratingCounts) {
      await fillRatings(deps.db, ratings)
      options.tell(`${engine}: ${ratings.toLocaleString('en-US')} ratings are in place`)
      const server = await start('./server.ts', { env: database.environment })
      const requests = await Promise.all(
        campusSizes.map(({ campusCode }) => requestsFor(deps.db, campusCode)),
      )
      for (const [call, request] of [...(await smallRequests(deps.db)), ...requests.flat()]) {
        const measured = await measure(server, request, options.seconds)
        measurements.push({ engine, ratings, call, ...measured })
        options.tell(
          `  ${call}, ${measured.restaurants} restaurants: ${Math.round(measured.app.perSecond)}/s, ` +
            `${measured.app.cpu.toFixed(2)} ms each`,
        )
      }
      await server.stop()
    }
  } finally {
    await deps.db.destroy()
    await database.remove()
  }
  return measurements
}

type Measured = [Measurement['call'], Request & { restaurants: number }]

const cookie = `session=${sessionToken}`

/** Who is signed in, and a rating that is changed and on the disk before the answer. */
async function smallRequests(db: Kysely<Database>): Promise<Measured[]> {
  const { id } = await db.selectFrom('restaurants').select('id').limit(1).executeTakeFirstOrThrow()
  const body = JSON.stringify({ restaurantId: id, value: 4 })
  return [
    ['own account', { method: 'GET', path: '/api/user', cookie, restaurants: 0 }],
    ['rate', { method: 'POST', path: '/api/ratings', cookie, body, restaurants: 1 }],
  ]
}

async function requestsFor(db: Kysely<Database>, campusCode: string): Promise<Measured[]> {
  const rows = await db.selectFrom('restaurants').select('id').where('campusCode', '=', campusCode).execute()
  const restaurantIds = rows.map(row => row.id).slice(0, 1000)
  const path = '/api/restaurants'
  return [
    [
      'campus list',
      { method: 'GET', path: `${path}/campus/${campusCode}`, cookie, restaurants: rows.length },
    ],
    [
      'batch ratings',
      {
        method: 'POST',
        path: `${path}/batch/ratings-data`,
        cookie,
        body: JSON.stringify({ restaurantIds }),
        restaurants: restaurantIds.length,
      },
    ],
  ]
}

async function measure(server: Running, request: Request & { restaurants: number }, seconds: number) {
  const { method, path, cookie, body, restaurants } = request
  const headers = body ? { cookie, 'content-type': 'application/json' } : { cookie }
  const answer = await fetch(server.origin + path, { method, headers, ...(body && { body }) })
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${bytes}`)
  const folder = await mkdtemp(join(tmpdir(), 'common-table-bench-'))
  const file = join(folder, 'answer')
  await writeFile(file, bytes)
  const bareServer = await start('./bare-server.ts', { args: [file] })
  try {
    const app = await load(server, request, seconds)
    const bare = await load(bareServer, request, seconds)
    return { restaurants, bytes: bytes.length, app, bare }
  } finally {
    await bareServer.stop()
    await rm(folder, { recursive: true })
  }
}
