import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { SessionFinder } from '#server/credentials/session-finder.ts'
import type { Chat } from '#server/integrations/chat.ts'
import type { Geocoder } from '#server/integrations/geocoder.ts'
import type { Issuer } from '#server/integrations/issuer.ts'
import type { Mapbox } from '#server/integrations/mapbox.ts'
import type { Overpass } from '#server/integrations/overpass.ts'
import type { Websites } from '#server/integrations/websites.ts'
import type { Yelp } from '#server/integrations/yelp.ts'
import type { MapFile } from '#server/map/map-file.ts'
import type { Metrics } from '#server/metrics/metrics.ts'
import type { Taste } from '#server/taste/taste.ts'
import type { BackgroundWork } from '#server/work/background-work.ts'
import type { Changes } from '#server/work/changes.ts'
import type { DiskReserve } from '#server/work/disk-reserve.ts'
import type { VersionedCache } from '#server/work/versioned-cache.ts'
import type { Config } from './config.ts'
import type { Database } from './database/schema.ts'

/** What handlers and background work are made of; made once by `createDeps`, or by a test with a clock of its own. */
export type Deps = {
  config: Config
  db: Kysely<Database>
  log: Logger
  /** Counts and measures for Prometheus; null where nobody may read them. */
  metrics: Metrics | null
  /** The present, as every rule about time sees it. */
  now: () => Date
  /** Sends the mails that `queueMail` puts into the database. It works once it is started. */
  mailer: BackgroundWork
  /** Room on the disk for what must work when it is full. */
  reserve: DiskReserve
  /** Who else may say who somebody is; null where single sign-on isn't set up. */
  issuer: Issuer | null
  /** Posts to the chats of campuses. */
  chat: Chat
  /** Posts what `queueLunchPost` puts into the database. It works once it is started. */
  chatPoster: BackgroundWork
  /** Null without a key. */
  yelp: Yelp | null
  /** Null without a token. */
  mapbox: Mapbox | null
  /** Knows where addresses are; null where it is turned off. */
  geocoder: Geocoder | null
  /** Reads OpenStreetMap; null where it is turned off. */
  overpass: Overpass | null
  /** What the maps lie on, or why that can't be used; null where none is named. */
  mapFile: MapFile | { name: string; problem: string } | null
  /** Recalculates distances in the background, once started. */
  recalculation: BackgroundWork
  /** Carries out imports in the background, once started. */
  imports: BackgroundWork
  /** Looks whether websites are still there. */
  websites: Websites
  /** Checks the restaurants' websites in the background, once started. */
  websiteCheck: BackgroundWork
  /** Who is signed in by a session. */
  findSession: SessionFinder
  /** What was made of the database, for as long as it holds. */
  cache: VersionedCache
  /** Learns from all ratings what people would like. It works once it is started. */
  tasteFitting: BackgroundWork
  /** What was learned last; null before the first time. */
  taste: () => Promise<Taste | null>
  /** Hears of what any process changes. Wake it after the commit of what was announced. */
  changes: Changes
  /** Mails those who asked for it about the day's lunches. It works once it is started. */
  reminders: BackgroundWork
  /** Settles votes when their time has come. It works once it is started. */
  lunchClock: BackgroundWork
}
