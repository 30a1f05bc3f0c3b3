/** D-14: two processes with one database enforce the same rules together. */
import { addFavorite } from '#contract/favorites.ts'
import { createRating } from '#contract/ratings.ts'
import { login } from '#contract/sessions.ts'
import { readConfig } from '#server/config.ts'
import type { Engine } from '#server/database/dialect.ts'
import { listBackupFiles } from '#server/features/backups/backup-files.ts'
import { peopleOf, testPassword } from '#server/testing/people.ts'
import { actualStates, findCorruption } from './actual-states.ts'
import { call, type Person, signIn } from './client.ts'
import {
  type Installation,
  newInstallation,
  prepare,
  type Server,
  startServer,
  withDeps,
} from './installation.ts'
import { engines, expectNone, expectThat, needsOf, type Scale, type Scenario } from './scenario.ts'
import { prepareLoad, writeUntil } from './writers.ts'

export const scenarios: Scenario[] = engines.flatMap((engine): Scenario[] => {
  const needs = needsOf(engine)
  return [
    {
      id: 'D-14',
      what: 'two processes share throttles, limits and uniqueness, and make one scheduled backup',
      engine,
      needs,
      isLong: engine === 'sqlite',
      measure: scale => shareRules(engine, scale),
    },
    {
      id: 'D-14',
      what: 'one of two processes under 16 writers is killed: the other one keeps working, and nothing is lost',
      engine,
      needs,
      isLong: true,
      measure: scale => killOne(engine, scale),
    },
  ]
})

async function shareRules(engine: Engine, scale: Scale): Promise<string> {
  const installation = await newInstallation(engine, scale, { RATE_LIMITS: 'on' })
  try {
    await prepare(installation)
    const { ana, sessions, places } = await withDeps(installation, async deps => {
      const make = peopleOf(deps)
      const ana = await make.user()
      const sessions = [await signIn(deps, ana), await signIn(deps, await make.user())]
      const places: number[] = []
      for (let i = 0; i < 30; i += 1) places.push((await make.restaurant()).id)
      const time = new Date().toISOString()
      await deps.db
        .insertInto('systemSettings')
        .values({ key: 'favorites_limit', value: '4', description: null, updatedAt: time })
        .onConflict(conflict => conflict.column('key').doUpdateSet({ value: '4' }))
        .execute()
      // Makes a scheduled backup due immediately.
      const longAgo = new Date(Date.now() - 3 * 24 * 60 * 60 * 1000).toISOString()
      await deps.db.updateTable('users').set({ createdAt: longAgo }).execute()
      return { ana, sessions: sessions as [Person, Person], places }
    })
    return await withTwoProcesses(installation, async origins => {
      const tries = await signInsOf(origins, ana.email)
      const ratings = await together(50, origins, (origin, i) =>
        call(origin, sessions[0], createRating, {
          body: { restaurantId: places[0] ?? 0, value: 1 + (i % 5) },
        }),
      )
      expectNone(ratings.filter(status => status > 201).map(status => `a rating was answered with ${status}`))
      const added = await together(30, origins, (origin, i) =>
        call(origin, sessions[1], addFavorite, { body: { restaurantId: places[i] ?? 0 } }),
      )
      const favorites = added.filter(status => status === 201).length
      expectThat(favorites === 4, `${favorites} favorites were added with a limit of 4`)
      expectNone(added.filter(s => s !== 201 && s !== 409).map(s => `a favorite was answered with ${s}`))
      const backups = await scheduledBackups(installation)
      await withDeps(installation, async ({ db }) => {
        const rows = await db.selectFrom('ratings').select('id').where('userId', '=', ana.id).execute()
        expectThat(rows.length === 1, `${rows.length} ratings of one restaurant by one person`)
        expectNone(await findCorruption(db))
      })
      return `sign-ins ${tries.join(' ')}; 50 ratings at once: 1 row; 30 favorites with a limit of 4: 4; scheduled backups: ${backups}`
    })
  } finally {
    await installation.remove()
  }
}

/** Five wrong passwords, alternating between the processes, and then the right one. */
async function signInsOf(origins: string[], email: string): Promise<number[]> {
  const statuses: number[] = []
  for (let i = 0; i < 6; i += 1) {
    const password = i < 5 ? 'wrong password' : testPassword
    const body = { email, password }
    statuses.push((await call(origins[i % 2] ?? '', null, login, { body })).status)
  }
  expectThat(
    statuses.join() === '401,401,401,401,401,429',
    `sign-ins were answered with ${statuses.join(', ')}`,
  )
  return statuses
}

async function together(
  count: number,
  origins: string[],
  send: (origin: string, index: number) => Promise<{ status: number }>,
): Promise<number[]> {
  const answers = Array.from({ length: count }, (_, i) => send(origins[i % origins.length] ?? '', i))
  return (await Promise.all(answers)).map(({ status }) => status)
}

/**
 * Both processes check for a due backup when they start. Waits until one is finished and returns the number
 * of backups.
 */
async function scheduledBackups(installation: Installation): Promise<number> {
  const runs = () => withDeps(installation, ({ db }) => db.selectFrom('backupRuns').selectAll().execute())
  const giveUp = performance.now() + 20_000
  while (!(await runs()).some(({ finishedAt }) => finishedAt !== null) && performance.now() < giveUp)
    await new Promise(resolve => setTimeout(resolve, 200))
  const found = await runs()
  const files = await listBackupFiles(readConfig(installation.environment))
  const scheduled = files.filter(({ kind }) => kind === 'scheduled')
  expectNone(found.flatMap(({ problem }) => problem ?? []))
  expectThat(found.length === 1 && scheduled.length === 1, `${found.length} runs, ${scheduled.length} files`)
  return scheduled.length
}

async function killOne(engine: Engine, scale: Scale): Promise<string> {
  const rounds = 5
  const installation = await newInstallation(engine, scale)
  try {
    await prepare(installation)
    const load = await withDeps(installation, prepareLoad)
    for (let round = 0; round < rounds; round += 1) {
      await withTwoProcesses(installation, async (origins, servers) => {
        const stop = new AbortController()
        const writing = writeUntil(load, origins, { signal: stop.signal })
        await new Promise(resolve => setTimeout(resolve, 300 + Math.random() * 1000))
        const [first] = servers
        first.kill('SIGKILL')
        await first.ended
        const before = load.ledger.acknowledged
        await new Promise(resolve => setTimeout(resolve, 700))
        expectThat(load.ledger.acknowledged > before, 'the other one wrote nothing any more')
        stop.abort()
        await writing
      })
      await withDeps(installation, async ({ db }) => {
        expectNone([...load.ledger.problems(await actualStates(db)), ...(await findCorruption(db))])
      })
    }
    return `${rounds} runs, ${load.ledger.acknowledged} writes acknowledged, 0 lost`
  } finally {
    await installation.remove()
  }
}

/** Runs two servers with one database during `work`. */
export async function withTwoProcesses<T>(
  installation: Installation,
  work: (origins: string[], servers: [Server, Server]) => Promise<T>,
): Promise<T> {
  const both = await Promise.all([startServer(installation), startServer(installation)])
  try {
    return await work(
      both.map(({ origin }) => origin),
      both,
    )
  } finally {
    for (const server of both) {
      server.kill('SIGKILL')
      await server.ended
    }
  }
}
