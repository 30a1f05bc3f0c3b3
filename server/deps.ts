import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { SessionFinder } from '#server/auth/session-finder.ts'
import type { Chat } from '#server/integrations/chat.ts'
import type { Geocoder } from '#server/integrations/geocoder.ts'
import type { Issuer } from '#server/integrations/issuer.ts'
import type { Mapbox } from '#server/integrations/mapbox.ts'
import type { Overpass } from '#server/integrations/overpass.ts'
import type { PushService } from '#server/integrations/push-service.ts'
import type { Websites } from '#server/integrations/websites.ts'
import type { Yelp } from '#server/integrations/yelp.ts'
import type { BackgroundWork } from '#server/jobs/background-work.ts'
import type { Changes } from '#server/jobs/changes.ts'
import type { DiskReserve } from '#server/jobs/disk-reserve.ts'
import type { VersionedCache } from '#server/jobs/versioned-cache.ts'
import type { MapFile } from '#server/map/map-file.ts'
import type { Metrics } from '#server/metrics/metrics.ts'
import type { createTasteReader } from '#server/taste/taste.ts'
import type { Config } from './config.ts'
import type { Database } from './database/schema.ts'

/** The dependencies of handlers and background work. `createDeps` creates them once; tests pass their own clock. */
export type Deps = {
  config: Config
  db: Kysely<Database>
  log: Logger
  /** Metrics for Prometheus; null unless they are exposed. */
  metrics: Metrics | null
  /** The current time for all rules about time. Tests replace it. */
  now: () => Date
  /** Disk space reserved for operations that must work even if the disk is full. */
  diskReserve: DiskReserve
  /** The identity provider of single sign-on; null if it isn't set up. */
  issuer: Issuer | null
  /** Posts to the chats of campuses. */
  chat: Chat
  /** Sends messages to the push services of browsers. */
  pushService: PushService
  /** Null without an API key. */
  yelp: Yelp | null
  /** Null without a token. */
  mapbox: Mapbox | null
  /** Finds the coordinates of addresses; null if turned off. */
  geocoder: Geocoder | null
  /** Reads OpenStreetMap; null if turned off. */
  overpass: Overpass | null
  /** The base map's file, or the reason why it can't be used; null if none is configured. */
  mapFile: MapFile | { name: string; problem: string } | null
  /** Checks whether websites still exist. */
  websites: Websites
  /** Finds the user that a session belongs to. */
  findSession: SessionFinder
  /** Caches values computed from the database until their data changes. */
  cache: VersionedCache
  /** The last result of the job `tasteFitting`; null before the first one. */
  taste: ReturnType<typeof createTasteReader>
  /** Notices changes made by any process. */
  changes: Changes
  /** What runs beside requests, once started. */
  jobs: Jobs
}

export type Jobs = Record<
  /** Sends the mails that are queued in the database. */
  | 'mailer'
  /** Sends the queued posts to chats. */
  | 'chatPoster'
  /** Sends the queued notifications. */
  | 'pushSender'
  /** Recalculates distances. */
  | 'recalculation'
  /** Carries out imports. */
  | 'imports'
  /** Checks whether the restaurants' websites still exist. */
  | 'websiteCheck'
  /** Closes votes when they are due, and notifies people of lunches at the times that matter. */
  | 'lunchClock'
  /** Makes the lunches of lunches that repeat. */
  | 'standingLunches'
  /** Sends reminder mails about the day's lunches to those who asked for them. */
  | 'reminders'
  /** Learns from all ratings what users would like. */
  | 'tasteFitting'
  /** Makes and removes scheduled backups. */
  | 'backupSchedule'
  /** Removes what has expired. */
  | 'housekeeping',
  BackgroundWork
>
