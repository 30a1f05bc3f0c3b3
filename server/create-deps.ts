import { pino } from 'pino'
import { createMapbox } from '#server/integrations/mapbox.ts'
import { createOverpass } from '#server/integrations/overpass.ts'
import { createYelp } from '#server/integrations/yelp.ts'
import type { Config } from './config.ts'
import { migrate } from './database/migrate.ts'
import { openDatabase, untilReachable } from './database/open.ts'
import type { Deps } from './deps.ts'
import { createRecalculation } from './features/distances/recalculation.ts'
import { createLunchClock } from './features/lunches/settle-lunches.ts'
import { createMailer } from './mail/mailer.ts'
import { createTasteReader } from './taste/taste.ts'
import { createTasteFitting } from './taste/taste-fitting.ts'
import { createChanges } from './work/changes.ts'
import { createDiskReserve } from './work/disk-reserve.ts'
import { createVersionedCache } from './work/versioned-cache.ts'

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
  const changes = createChanges(base)
  const recalculation = createRecalculation({ ...base, mapbox })
  return {
    ...base,
    mailer: createMailer(base),
    reserve: createDiskReserve(config),
    yelp: options.yelp ?? yelpOf(config),
    mapbox,
    overpass: overpassOf(config),
    recalculation,
    cache: createVersionedCache(db),
    changes,
    lunchClock: createLunchClock({ ...base, changes }),
    tasteFitting: createTasteFitting(base),
    taste: createTasteReader(db),
  }
}

const yelpOf = ({ yelp: { apiKey, url } }: Config) => (apiKey === null ? null : createYelp({ apiKey, url }))

const overpassOf = ({ overpass: { url }, version, appUrl }: Config) =>
  url === null ? null : createOverpass({ url, userAgent: `CommonTable/${version} (+${appUrl})` })

const mapboxOf = ({ mapbox: { token, url } }: Config) =>
  token === null ? null : createMapbox({ token, url })

const redact = ['req.headers.authorization', 'req.headers.cookie', 'res.headers["set-cookie"]']
