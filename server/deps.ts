import type { Kysely } from 'kysely'
import { type Logger, pino } from 'pino'
import { createMapbox, type Mapbox } from '#server/integrations/mapbox.ts'
import { createYelp, type Yelp } from '#server/integrations/yelp.ts'
import type { Config } from './config.ts'
import { migrate } from './database/migrate.ts'
import { openDatabase, untilReachable } from './database/open.ts'
import type { Database } from './database/schema.ts'
import { type ActiveAlerts, createActiveAlerts } from './features/alerts/active-alerts.ts'
import { createRecalculation, type Recalculation } from './features/distances/recalculation.ts'
import { createMailer, type Mailer } from './mail/mailer.ts'
import { type Changes, createChanges } from './work/changes.ts'
import { createDiskReserve, type DiskReserve } from './work/disk-reserve.ts'

/** What handlers and background work are made of; made once in main.ts, or by a test with a clock of its own. */
export type Deps = {
  config: Config
  db: Kysely<Database>
  log: Logger
  /** The present, as every rule about time sees it. */
  now: () => Date
  /** Sends the mails that `queueMail` puts into the database. It works once it is started. */
  mailer: Mailer
  /** Room on the disk for what must work when it is full. */
  reserve: DiskReserve
  /** Null without a key. */
  yelp: Yelp | null
  /** Null without a token. */
  mapbox: Mapbox | null
  /** Calculates distances anew in the background. It works once it is started. */
  recalculation: Recalculation
  /** Forget them after the commit of what changes alerts. */
  activeAlerts: ActiveAlerts
  /** Hears of what any process changes. Wake it after the commit of what was announced. */
  changes: Changes
}

/** Opens and migrates the database; whoever makes deps closes them: `deps.db.destroy()`. */
export async function createDeps(
  config: Config,
  options: Partial<Pick<Deps, 'now' | 'log' | 'yelp'>> = {},
): Promise<Deps> {
  const log = options.log ?? pino({ level: config.logLevel, redact })
  const db = openDatabase(config, error => log.error({ err: error }, 'a database connection was lost'))
  try {
    if (config.databaseUrl !== null) await untilReachable(db, log)
    await migrate(db)
  } catch (error) {
    await db.destroy()
    throw error
  }
  const base = { config, db, log, now: options.now ?? (() => new Date()) }
  const mapbox = mapboxOf(config)
  const recalculation = createRecalculation({ ...base, mapbox })
  return {
    ...base,
    mailer: createMailer(base),
    reserve: createDiskReserve(config),
    yelp: options.yelp ?? yelpOf(config),
    mapbox,
    recalculation,
    activeAlerts: createActiveAlerts(db),
    changes: createChanges(base),
  }
}

const yelpOf = ({ yelp: { apiKey, url } }: Config) => (apiKey === null ? null : createYelp({ apiKey, url }))

const mapboxOf = ({ mapbox: { token, url } }: Config) =>
  token === null ? null : createMapbox({ token, url })

const redact = ['req.headers.authorization', 'req.headers.cookie', 'res.headers["set-cookie"]']
