import type { SessionFinder } from '#features/accounts/server/sessions/resolve-viewer.ts'
import type { MapFile } from '#features/map/server/map-file.ts'
import type { createTasteReader } from '#features/taste/server/taste.ts'
import type { Clients } from './clients.ts'
import type { NamedJobs } from './create-jobs.ts'
import type { createFollowers } from './followers.ts'
import type { Metrics } from './metrics/metrics.ts'

// What the features add to the dependencies of all.
declare module '#kit/server/deps.ts' {
  interface Deps extends Clients {
    /** Metrics for Prometheus; null unless they are exposed. */
    metrics: Metrics | null
    /** The base map's file, or the reason why it can't be used; null if none is configured. */
    mapFile: MapFile | { name: string; problem: string } | null
    /** Finds the user that a session belongs to. */
    findSession: SessionFinder
    /** The last result of the job `tasteFitting`; null before the first one. */
    taste: ReturnType<typeof createTasteReader>
    /** What later features do when an earlier one changes something. */
    followers: ReturnType<typeof createFollowers>
  }

  interface Jobs extends NamedJobs {}
}
