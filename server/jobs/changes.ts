import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Config } from '#server/config.ts'
import { type Changed, channel, latestChange, listChangesAfter } from '#server/data/changes-store.ts'
import { listenForNotifications } from '#server/database/notifications.ts'
import type { Database } from '#server/database/schema.ts'

export type Changes = {
  /**
   * Calls the listener with all changes that any process announces on a topic
   * from now on, and with 'all' if some may have been missed. Nothing is
   * received while there are no listeners. Call the returned function to stop.
   */
  listen: (topic: string, listener: (changed: Changed) => void) => Promise<() => void>
  /** Delivers what this process has just announced immediately; otherwise it is delivered a moment later. */
  wake: () => void
}

/** The source of announcements. */
type Feed = { ready: Promise<void>; wake: () => void; stop: () => void }
/** Receives each announcement. If the topic is null, it is for every topic. */
type Deliver = (topic: string | null, changed: Changed) => void

type ChangesDeps = { config: Config; db: Kysely<Database>; log: Logger }

export function createChanges({ config, db, log }: ChangesDeps): Changes {
  const listeners = new Map<string, Set<(changed: Changed) => void>>()
  let feed: Feed | undefined

  const deliver: Deliver = (topic, changed) => {
    const topics = topic === null ? [...listeners.keys()] : [topic]
    for (const name of topics) for (const listener of listeners.get(name) ?? []) listener(changed)
  }
  const onError = (error: unknown) => log.warn({ err: error }, 'announced changes could not be read')
  const start = (): Feed =>
    config.databaseUrl === null
      ? pollChangesTable(db, deliver, onError)
      : listenForChanges(config.databaseUrl, deliver, onError)

  return {
    listen: async (topic, listener) => {
      // A new function for each call, because the same listener may be added again before it is removed.
      const mine: typeof listener = changed => listener(changed)
      const ofTopic = listeners.get(topic) ?? new Set()
      listeners.set(topic, ofTopic.add(mine))
      feed ??= start()
      await feed.ready
      return () => {
        ofTopic.delete(mine)
        if (ofTopic.size === 0 && listeners.get(topic) === ofTopic) listeners.delete(topic)
        if (listeners.size > 0) return
        feed?.stop()
        feed = undefined
      }
    },
    wake: () => feed?.wake(),
  }
}

const pollInterval = 200

/** SQLite: reading the table takes a few microseconds, so every process does it several times a second. */
function pollChangesTable(db: Kysely<Database>, deliver: Deliver, onError: (error: unknown) => void): Feed {
  let last: number | undefined
  let polling = Promise.resolve()
  const poll = async () => {
    if (last === undefined) {
      last = await latestChange(db)
      return
    }
    const changes = await listChangesAfter(db, last)
    last = changes.at(-1)?.id ?? last
    for (const [topic, rows] of Map.groupBy(changes, change => change.topic)) {
      const ids = rows.map(row => row.subject)
      deliver(topic, ids.includes(0) ? 'all' : ids)
    }
  }
  const wake = () => {
    polling = polling.then(poll).catch(onError)
  }
  wake()
  const ready = polling
  const timer = setInterval(wake, pollInterval).unref()
  return { ready, wake, stop: () => clearInterval(timer) }
}

function listenForChanges(
  connectionString: NonNullable<Config['databaseUrl']>,
  deliver: Deliver,
  onError: (error: unknown) => void,
): Feed {
  const { ready, stop } = listenForNotifications({
    connectionString,
    channel,
    onMessage: payload => {
      const announced = read(payload)
      if (announced) deliver(announced.topic, announced.changed)
    },
    onGap: () => deliver(null, 'all'),
    onError,
  })
  return { ready, stop, wake: () => undefined }
}

// Any user of the database can send notifications, so what arrives is checked.
function read(payload: string): z.output<typeof Announced> | null {
  try {
    return Announced.parse(JSON.parse(payload))
  } catch {
    return null
  }
}

const Announced = z.object({ topic: z.string(), changed: z.union([z.literal('all'), z.array(z.int())]) })
