import { createApp } from '#app/app.ts'
import { createDeps } from '#app/create-deps.ts'
import { login } from '#features/accounts/sessions-contract.ts'
import { prepareInstallation } from '#features/installation/server/prepare-installation.ts'
import { readConfig } from '#kit/server/config/config.ts'
import type { Deps } from '#kit/server/deps.ts'
import { caller } from './calls/caller.ts'
import { cleanUpAfterTests } from './clean-up.ts'
import {
  copySqliteTemplate,
  newInstallation,
  newPostgresDatabase,
  settingsOfFirstRows,
} from './databases/migrated-database.ts'
import { dropDatabase } from './databases/postgres.ts'
import { readOutbox } from './mail/mails.ts'
import { peopleOf, testPassword } from './people/people.ts'
import { temporaryFolder } from './processes/guard.ts'

export type TestApp = Awaited<ReturnType<typeof startApp>>

/**
 * Starts the real server on a free port, with a new database of the engine under test, until the test that starts it
 * ends, or else the file's tests. It has the campuses, the departments and the primary admin, but no restaurants.
 */
export async function startApp(
  environment: Record<string, string> = {},
  {
    prepare,
    ...options
  }: Partial<Pick<Deps, 'log' | 'yelp' | 'websites' | 'chat' | 'pushService'>> & {
    /** Prepares an installation in this place before the server starts. */
    prepare?: (place: { dataDir: string; databaseUrl: string | undefined }) => Promise<void>
  } = {},
) {
  let stop: (() => Promise<void>) | undefined
  // At once: when the server has started, another test may be running.
  cleanUpAfterTests(async () => stop?.())
  const { path: dataDir, remove } = await temporaryFolder('test')
  const isEmpty = Boolean(prepare) || settingsOfFirstRows.some(name => name in environment)
  const databaseUrl = process.env.ENGINE === 'postgres' ? await newPostgresDatabase({ isEmpty }) : undefined
  await prepare?.({ dataDir, databaseUrl })
  if (!isEmpty && !databaseUrl) await copySqliteTemplate(dataDir)
  const clock = new TestClock()
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    ...newInstallation,
    LOG_LEVEL: 'fatal',
    // Tests never call external services.
    ...(environment.MAPBOX_TOKEN ? {} : { GEOCODER: 'off' }),
    ...environment,
  })
  const deps = await createDeps(config, { now: () => clock.now(), ...options })
  await prepareInstallation(deps)
  const { mailer, recalculation, imports, websiteCheck } = deps.jobs
  for (const job of [mailer, recalculation, imports, websiteCheck]) job.start()
  const app = await createApp(deps)
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })

  const as = caller(deps, origin)
  const mails = () => readOutbox(deps)
  const mailsTo = async ({ email }: { email: string }) =>
    (await mails()).filter(mail => mail.to.includes(`<${email}>`))

  stop = async () => {
    app.server.closeAllConnections()
    await app.close()
    await Promise.all(Object.values(deps.jobs).map(job => job.stop()))
    await deps.db.destroy()
    await remove()
    if (databaseUrl) await dropDatabase(databaseUrl)
  }

  return {
    app,
    deps,
    db: deps.db,
    clock,
    origin,
    dataDir,
    ...peopleOf(deps),
    /** Makes calls as a user, or without a session: `as(null)`. */
    as,
    signIn: ({ email }: { email: string }, password = testPassword, headers?: Record<string, string>) =>
      as(null).call(login, { body: { email, password } }, headers),
    /** Writes a setting directly to the table. */
    set: (key: string, value: string) =>
      deps.db
        .insertInto('systemSettings')
        .values({ key, value, description: null, updatedAt: clock.now().toISOString() })
        .onConflict(conflict => conflict.column('key').doUpdateSet({ value }))
        .execute(),
    /** The audit log so far, oldest first: action, user id and details. */
    audited: async () => {
      const rows = await deps.db.selectFrom('auditLogs').selectAll().orderBy('id').execute()
      return rows.map(row => [row.action, row.userId, JSON.parse(row.details)])
    },
    /** Waits until all due mails are sent, and returns all mails so far, oldest first. */
    mails,
    mailsTo,
    /** Of the last mail that has one: a notice sent at the same moment may come after it. */
    tokenMailedTo: async (user: { email: string }) =>
      (await mailsTo(user)).findLast(({ token }) => token !== null)?.token ?? 'no mail',
  }
}

/** A clock that tests can set and advance. It keeps running. */
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
