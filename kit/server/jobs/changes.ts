import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '#kit/server/database/schema.ts'
import type { Changed } from './changes-store.ts'

export type Changes = {
  /**
   * Calls the listener with all changes that any process announces on a topic
   * from now on, and with 'all' if some may have been missed. While it works, more changes
   * are combined in its next call. Nothing is read while there are no listeners.
   * Call the returned function to stop.
   */
  listen: (topic: string, listener: Listener) => Promise<() => void>
  /** Delivers what this process has just announced immediately; otherwise it is delivered a moment later. */
  wake: () => void
}

/** It must not fail. */
type Listener = (changed: Changed) => unknown

/** Reads announcements. `ready` resolves when none that is made from now on can be missed. */
type Feed = { ready: Promise<void>; read: () => void; stop: () => void }
/** Receives each announcement. If the topic is null, it is for every topic. */
type Deliver = (topic: string | null, changed: Changed) => Promise<unknown>

type ChangesDeps = { db: Kysely<Database>; log: Logger }

/** In milliseconds. A read takes less than a millisecond. */
const interval = 200
/** PostgreSQL's transactions may commit in another order than they got their ids, but seldom this much later. */
const commitTime = 30_000
/** During an outage, every read fails. */
const errorInterval = 10_000

export function createChanges({ db, log }: ChangesDeps): Changes {
  const listeners = new Set<{ topic: string; listener: Listener }>()
  let feed: Feed | undefined

  const deliver: Deliver = (topic, changed) => {
    const concerned = [...listeners].filter(each => topic === null || each.topic === topic)
    return Promise.all(concerned.map(({ listener }) => listener(changed)))
  }
  let lastError = Number.NEGATIVE_INFINITY
  const onError = (error: unknown) => {
    if (performance.now() - lastError < errorInterval) return
    lastError = performance.now()
    log.warn({ err: error }, 'announced changes could not be read')
  }

  return {
    listen: async (topic, listener) => {
      const mine = { topic, listener }
      listeners.add(mine)
      feed ??= readChanges(db, deliver, onError)
      await feed.ready
      return () => {
        listeners.delete(mine)
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
    if (floor !== undefined) await deliverRows(rows, deliver)
    // Something may have been announced since the last read that succeeded, if need be by a database that was replaced.
    else if (hasFailed) await deliver(null, 'all')
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

async function deliverRows(rows: { topic: string; subject: number }[], deliver: Deliver): Promise<void> {
  for (const [topic, changes] of Map.groupBy(rows, ({ topic }) => topic)) {
    const ids = changes.map(({ subject }) => subject)
    await deliver(topic, ids.includes(0) ? 'all' : ids)
  }
}
