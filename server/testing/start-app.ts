import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { createDeps } from '#server/create-deps.ts'
import type { Deps } from '#server/deps.ts'
import { prepareInstallation } from '#server/features/installation/prepare-installation.ts'
import { caller } from './caller.ts'
import { temporaryFolder } from './guard.ts'
import { readOutbox } from './mails.ts'
import { copySqliteTemplate, newPostgresDatabase } from './migrated-database.ts'
import { peopleOf } from './people.ts'
import { dropDatabase } from './postgres.ts'

export type TestApp = Awaited<ReturnType<typeof startApp>>

/**
 * The real server over a new database of the engine under test, on a free port of this machine, stopped with the file's
 * tests. It has the campuses, the departments and the primary admin, and no restaurants.
 */
export async function startApp(
  environment: Record<string, string> = {},
  {
    prepare,
    ...options
  }: Partial<Pick<Deps, 'log' | 'yelp' | 'websites' | 'chat'>> & {
    /** Puts an installation there before the server starts. */
    prepare?: (place: { dataDir: string; databaseUrl: string | undefined }) => Promise<void>
  } = {},
) {
  const { path: dataDir, remove } = await temporaryFolder('test')
  const isEmpty = prepare !== undefined
  const databaseUrl = process.env.ENGINE === 'postgres' ? await newPostgresDatabase({ isEmpty }) : undefined
  if (prepare) await prepare({ dataDir, databaseUrl })
  else if (!databaseUrl) await copySqliteTemplate(dataDir)
  const clock = new TestClock()
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    STARTER_DATA: 'none',
    PRIMARY_ADMIN_PASSWORD: primaryPassword,
    LOG_LEVEL: 'fatal',
    // Nobody outside is asked by tests.
    ...(environment.MAPBOX_TOKEN ? {} : { GEOCODER: 'off' }),
    ...environment,
  })
  const deps = await createDeps(config, { now: () => clock.now(), ...options })
  await prepareInstallation(deps)
  deps.mailer.start()
  deps.recalculation.start()
  deps.imports.start()
  deps.websiteCheck.start()
  const app = await createApp(deps)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`

  afterAll(async () => {
    app.server.closeAllConnections()
    await app.close()
    await deps.mailer.stop()
    await deps.imports.stop()
    await deps.chatPoster.stop()
    await deps.recalculation.stop()
    await deps.websiteCheck.stop()
    await deps.tasteFitting.stop()
    await deps.db.destroy()
    await remove()
    if (databaseUrl) await dropDatabase(databaseUrl)
  })

  return {
    app,
    deps,
    db: deps.db,
    clock,
    origin,
    dataDir,
    ...peopleOf(deps),
    /** Calls as somebody, or as nobody: `as(null)`. */
    as: caller(deps, origin),
    /** The audit log so far, oldest first: what was done, by whom, with which details. */
    audited: async () => {
      const rows = await deps.db.selectFrom('auditLogs').selectAll().orderBy('id').execute()
      return rows.map(row => [row.action, row.userId, JSON.parse(row.details)])
    },
    /** The mails sent so far, oldest first, once everything due has been sent. */
    mails: () => readOutbox(deps),
  }
}

export const primaryPassword = 'primary-password'

/** The present, which a test can set and move forward; it goes on from there. */
class TestClock {
  #offset = 0

  now(): Date {
    return new Date(Date.now() + this.#offset)
  }

  set(iso: string): void {
    this.#offset = Date.parse(iso) - Date.now()
  }

  advance(time: { seconds?: number; minutes?: number; hours?: number; days?: number }): void {
    const { seconds = 0, minutes = 0, hours = 0, days = 0 } = time
    this.#offset += 1000 * seconds + (minutes + 60 * (hours + 24 * days)) * 60_000
  }
}
