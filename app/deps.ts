import type { SessionFinder } from '#features/accounts/server/sessions/session-finder.ts'
import type { Issuer } from '#features/accounts/server/single-sign-on/issuer.ts'
import type { Chat } from '#features/chat/server/chat.ts'
import type { Geocoder } from '#features/geocoding/server/geocoder.ts'
import type { Mapbox } from '#features/geocoding/server/mapbox.ts'
import type { Overpass } from '#features/imports/server/osm/overpass.ts'
import type { Yelp } from '#features/imports/server/yelp/yelp.ts'
import type { MapFile } from '#features/map/server/map-file.ts'
import type { Websites } from '#features/overview/server/websites.ts'
import type { PushService } from '#features/push/server/push-service.ts'
import type { createTasteReader } from '#features/taste/server/taste.ts'
import type { BackgroundWork } from '#kit/server/jobs/background-work.ts'
import type { createFollowers } from './followers.ts'
import type { Metrics } from './metrics/metrics.ts'

// What each feature adds to the dependencies of all.
declare module '#kit/server/deps.ts' {
  interface Deps {
    /** Metrics for Prometheus; null unless they are exposed. */
    metrics: Metrics | null
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
    /** The last result of the job `tasteFitting`; null before the first one. */
    taste: ReturnType<typeof createTasteReader>
    /** What later features do when an earlier one changes something. */
    followers: ReturnType<typeof createFollowers>
  }

  interface Jobs {
    /** Sends the mails that are queued in the database. */
    mailer: BackgroundWork
    /** Sends the queued posts to chats. */
    chatPoster: BackgroundWork
    /** Sends the queued notifications. */
    pushSender: BackgroundWork
    /** Recalculates distances. */
    recalculation: BackgroundWork
    /** Carries out imports. */
    imports: BackgroundWork
    /** Checks whether the restaurants' websites still exist. */
    websiteCheck: BackgroundWork
    /** Closes votes when they are due, and notifies people of lunches at the times that matter. */
    lunchClock: BackgroundWork
    /** Makes the lunches of lunches that repeat. */
    standingLunches: BackgroundWork
    /** Sends reminder mails about the day's lunches to those who asked for them. */
    reminders: BackgroundWork
    /** Learns from all ratings what users would like. */
    tasteFitting: BackgroundWork
    /** Makes and removes scheduled backups. */
    backupSchedule: BackgroundWork
  }
}
