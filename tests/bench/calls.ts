import http from 'node:http'
import { readConfig } from '#server/config.ts'
import { createDeps } from '#server/create-deps.ts'
import type { Engine } from '#server/database/dialect.ts'
import { prepareInstallation } from '#server/features/installation/prepare-installation.ts'
import { newDatabase } from './databases.ts'
import { table } from './figures.ts'
import { fillPlaces, fillRatings, signIn } from './fill.ts'
import { start } from './processes.ts'
import { median } from './statistics.ts'

export type MeasuredCall = { engine: Engine; call: string; bytes: number; firstMs: number; medianMs: number }

const repeats = 9

/** Measures each read call with 10,000 restaurants, one after another. */
export async function measureCalls(
  engine: Engine,
  ratings: number,
  say: (line: string) => void,
): Promise<MeasuredCall[]> {
  const database = await newDatabase(engine)
  const deps = await createDeps(readConfig(database.environment))
  const measured: MeasuredCall[] = []
  try {
    await prepareInstallation(deps)
    const [person] = await fillPlaces(deps.db, { more: 10_000 - 2_360 })
    await fillRatings(deps.db, ratings)
    const { id } = await deps.db
      .selectFrom('users')
      .select('id')
      .where('isPrimaryAdmin', '=', true)
      .executeTakeFirstOrThrow()
    const admin = await signIn(deps.db, id)
    const server = await start('./server.ts', { env: database.environment })
    for (const path of pathsOf(person?.id ?? 0)) {
      const times: number[] = []
      let bytes = 0
      for (let i = 0; i <= repeats; i += 1) {
        const began = performance.now()
        bytes = await get(server.origin + path, admin.cookie)
        times.push(performance.now() - began)
      }
      const [firstMs = 0, ...others] = times
      const call = path.replace(/\d{2,}/g, ':id')
      measured.push({ engine, call: path, bytes, firstMs, medianMs: median(others) })
      say(`${engine} ${call}: ${firstMs.toFixed(1)} ms, then ${median(others).toFixed(1)} ms, ${bytes} bytes`)
    }
    await server.stop()
  } finally {
    await deps.db.destroy()
    await database.remove()
  }
  return measured
}

const pathsOf = (userId: number) => [
  '/api/user',
  '/api/campuses',
  '/api/departments',
  '/api/restaurants',
  '/api/restaurants?limit=50',
  '/api/restaurants?limit=50&search=pizza&sort=avgRating&order=desc',
  '/api/restaurants?limit=50&offset=5000&sort=distance',
  '/api/restaurants/campus/marionCG',
  '/api/restaurants/campus/brevard',
  '/api/restaurants/500',
  '/api/restaurants/random/marionCG',
  '/api/restaurants/unrated',
  '/api/restaurants/unrated/marionCG',
  '/api/restaurants/ratings',
  '/api/restaurants/500/ratings',
  '/api/restaurants/500/ratings?limit=20',
  '/api/restaurants/500/average-rating',
  '/api/restaurants/500/department-stats',
  '/api/ratings',
  `/api/users/${userId}/ratings`,
  '/api/favorites',
  '/api/emergency-messages',
  '/api/admin/users',
  '/api/admin/users?limit=50&search=first1',
  '/api/admin/ratings?limit=50',
  '/api/admin/ratings?limit=50&sort=value',
  '/api/admin/ratings?limit=50&campusCode=brevard',
  `/api/admin/ratings?limit=50&userId=${userId}`,
  '/api/admin/ratings?limit=50&restaurantId=500',
  '/api/admin/ratings?limit=50&sort=restaurant',
  '/api/admin/ratings?limit=50&search=pizza',
  '/api/admin/ratings?limit=50&search=first1',
  '/api/admin/ratings?limit=50&search=nowhere',
  '/api/admin/ratings?limit=50&search=a',
  '/api/admin/campuses',
  '/api/audit-logs?limit=50',
  '/api/admin/trash?limit=50',
  '/api/backup',
  '/api/admin/mails',
  '/api/admin/overview',
]

function get(url: string, cookie: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { cookie, 'accept-encoding': 'gzip, deflate, br, zstd' }
    http
      .get(url, { headers, agent }, response => {
        let bytes = 0
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
        })
        response.once('end', () =>
          response.statusCode === 200 ? resolve(bytes) : reject(new Error(`${url}: ${response.statusCode}`)),
        )
      })
      .once('error', reject)
  })
}

const agent = new http.Agent({ keepAlive: true })

export const reportCalls = (measured: MeasuredCall[]) =>
  table(
    ['engine', 'call', 'size', 'first', 'median'],
    measured.map(({ engine, call, bytes, firstMs, medianMs }) => [
      engine,
      call,
      `${(bytes / 1000).toFixed(1)} kB`,
      `${firstMs.toFixed(1)} ms`,
      `${medianMs.toFixed(1)} ms`,
    ]),
  )
