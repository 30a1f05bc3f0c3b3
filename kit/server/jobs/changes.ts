import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '#kit/server/database/schema.ts'
import type { Changed } from './changes-store.ts'

export type Changes = {
  /**
   * Calls the listener with all changes that any process announces on a topic
   * from now on, and with 'all' if some may have been missed. Nothing is read
   * while there are no listeners. Call the returned function to stop.
   */
  listen: (topic: string, listener: (changed: Changed) => void) => Promise<() => void>
  /** Delivers what this process has just announced immediately; otherwise it is delivered a moment later. */
  wake: () => void
}

/** Reads announcements. `ready` resolves when none that is made from now on can be missed. */
type Feed = { ready: Promise<void>; read: () => void; stop: () => void }
/** Receives each announcement. If the topic is null, it is for every topic. */
type Deliver = (topic: string | null, changed: Changed) => void

type ChangesDeps = { db: Kysely<Database>; log: Logger }

/** In milliseconds. A read takes less than a millisecond. */
const interval = 200
/** PostgreSQL's transactions may commit in another order than they got their ids, but seldom this much later. */
const commitTime = 30_000
/** During an outage, every read fails. */
const errorInterval = 10_000

export function createChanges({ db, log }: ChangesDeps): Changes {
  const listeners = new Map<string, Set<(changed: Changed) => void>>()
  let feed: Feed | undefined

  const deliver: Deliver = (topic, changed) => {
    const topics = topic === null ? [...listeners.keys()] : [topic]
    for (const name of topics) for (const listener of listeners.get(name) ?? []) listener(changed)
  }
  let lastError = Number.NEGATIVE_INFINITY
  const onError = (error: unknown) => {
    if (performance.now() - lastError < errorInterval) return
    lastError = performance.now()
    log.warn({ err: error }, 'announced changes could not be read')
  }

  return {
    listen: async (topic, listener) => {
      // A new function for each call, because the same listener may be added again before it is removed.
      const mine: typeof listener = changed => listener(changed)
      const ofTopic = listeners.get(topic) ?? new Set()
      listeners.set(topic, ofTopic.add(mine))
      feed ??= readChanges(db, deliver, onError)
      await feed.ready
      return () => {
        ofTopic.delete(mine)
        if (ofTopic.size === 0 && listeners.get(topic) === ofTopic) listeners.delete(topic)
        if (listeners.size > 0) return
        feed?.stop()
        feed = undefined
      }
    },
    wake: () => feed?.read(),
  }
}

/** Reads the table of changes several times a second. The first read only finds out which are old. */
function readChanges(db: Kysely<Database>, deliver: Deliver, onError: (error: unknown) => void): Feed {
  /** All changes up to this id are known; of later ones, `seen` says which are, and since when. */
  let floor: number | undefined
  const seen = new Map<number, number>()
  let hasFailed = false

  const readOnce = async () => {
    isWaiting = false
    const after = db
      .selectFrom('changes')
      .select(['id', 'topic', 'subject'])
      .where('id', '>', floor ?? 0)
      .orderBy('id')
    const rows = (await after.execute()).filter(({ id }) => !seen.has(id))
    const time = performance.now()
    for (const { id } of rows) seen.set(id, time)
    if (floor !== undefined) deliverRows(rows, deliver)
    // Something may have been announced since the last read that succeeded, if need be by a database that was replaced.
    else if (hasFailed) deliver(null, 'all')
    floor ??= 0
    for (const [id, since] of seen) {
      if (time - since < commitTime) break
      seen.delete(id)
      floor = Math.max(floor, id)
    }
  }
  const startOver = (error: unknown) => {
    hasFailed = true
    floor = undefined
    seen.clear()
    onError(error)
  }
  let reading = Promise.resolve()
  // While one read takes long, one more waits at most.
  let isWaiting = false
  const read = () => {
    if (isWaiting) return
    isWaiting = true
    reading = reading.then(readOnce).catch(startOver)
  }
  read()
  const timer = setInterval(read, interval).unref()
  return { ready: reading, read, stop: () => clearInterval(timer) }
}

function deliverRows(rows: { topic: string; subject: number }[], deliver: Deliver): void {
  for (const [topic, changes] of Map.groupBy(rows, ({ topic }) => topic)) {
    const ids = changes.map(({ subject }) => subject)
    deliver(topic, ids.includes(0) ? 'all' : ids)
  }
}
