import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Config } from '#server/config.ts'
import { type Changed, channel, listChangesAfter, notify } from '#server/data/changes-store.ts'
import { listenForNotifications, NotificationsDontArrive } from '#server/database/notifications.ts'
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
  /** How changes by other processes arrive from PostgreSQL; null on SQLite, and before the first listener. */
  source: () => ChangeSource | null
}

/** PostgreSQL's notifications, or the table of changes read on a timer. */
type ChangeSource = 'notifications' | 'timer'

/** The source of announcements. */
type Feed = { ready: Promise<void>; wake: () => void; stop: () => void }
/** Receives each announcement. If the topic is null, it is for every topic. */
type Deliver = (topic: string | null, changed: Changed) => void

type FeedDeps = {
  db: Kysely<Database>
  deliver: Deliver
  onError: (error: unknown) => void
  onSource: (source: ChangeSource) => void
}

type ChangesDeps = { config: Config; db: Kysely<Database>; log: Logger }

export function createChanges({ config, db, log }: ChangesDeps): Changes {
  const listeners = new Map<string, Set<(changed: Changed) => void>>()
  let feed: Feed | undefined

  const deliver: Deliver = (topic, changed) => {
    const topics = topic === null ? [...listeners.keys()] : [topic]
    for (const name of topics) for (const listener of listeners.get(name) ?? []) listener(changed)
  }
  let source: ChangeSource | null = null
  let isReported = false
  let lastError = Number.NEGATIVE_INFINITY
  const onError = (error: unknown) => {
    if (error instanceof NotificationsDontArrive) {
      if (!isReported) log.warn(notificationsMessage)
      isReported = true
    } else if (performance.now() - lastError > errorInterval) {
      lastError = performance.now()
      log.warn({ err: error }, 'announced changes could not be read')
    }
  }
  const onSource = (current: ChangeSource) => {
    source = current
  }
  const start = (): Feed => {
    const deps: FeedDeps = { db, deliver, onError, onSource }
    return config.databaseUrl === null ? pollSqlite(deps) : listenForChanges(config.databaseUrl, deps)
  }

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
    source: () => source,
  }
}

/** During an outage, every attempt fails. */
const errorInterval = 10_000

const notificationsMessage =
  'notifications from PostgreSQL do not arrive, as behind a pooler in transaction mode: ' +
  'changes by other processes are read every half second instead (docs/operations.md)'

const sqliteInterval = 200
const postgresInterval = 500
/** PostgreSQL's transactions may commit in another order than they got their ids, but seldom this much later. */
const commitTime = 30_000

/** SQLite: reading the table takes a few microseconds, so every process does it several times a second. */
function pollSqlite(deps: FeedDeps): Feed {
  const { ready, read } = readChangesTable(deps, { commitTime: 0 })
  const timer = setInterval(read, sqliteInterval).unref()
  return { ready, wake: read, stop: () => clearInterval(timer) }
}

type ReadOptions = { commitTime: number; onStart?: () => void }

/** Reads the table's new rows each time it is called. The first call, already made, only finds out which are old. */
function readChangesTable({ db, deliver, onError }: FeedDeps, { commitTime, onStart }: ReadOptions) {
  let floor: number | undefined
  const seen = new Map<number, number>()
  const readOnce = async () => {
    isWaiting = false
    const rows = (await listChangesAfter(db, floor ?? 0)).filter(({ id }) => !seen.has(id))
    const time = performance.now()
    for (const { id } of rows) seen.set(id, time)
    if (floor === undefined) onStart?.()
    else deliverRows(rows, deliver)
    floor ??= 0
    for (const [id, since] of seen) {
      if (time - since < commitTime) break
      seen.delete(id)
      floor = Math.max(floor, id)
    }
  }
  let reading = Promise.resolve()
  // While one read takes long, one more waits at most.
  let isWaiting = false
  const read = () => {
    if (isWaiting) return
    isWaiting = true
    reading = reading.then(readOnce).catch(onError)
  }
  read()
  return { ready: reading, read }
}

function deliverRows(rows: Awaited<ReturnType<typeof listChangesAfter>>, deliver: Deliver): void {
  for (const [topic, changes] of Map.groupBy(rows, ({ topic }) => topic)) {
    const ids = changes.map(({ subject }) => subject)
    deliver(topic, ids.includes(0) ? 'all' : ids)
  }
}

/** PostgreSQL: notifications, and where or while they don't arrive, the table. */
function listenForChanges(databaseUrl: NonNullable<Config['databaseUrl']>, deps: FeedDeps): Feed {
  const { db, deliver, onError, onSource } = deps
  let table: ReturnType<typeof readChangesTable> | null = null
  let wasArriving: boolean | null = null
  const { ready, stop } = listenForNotifications({
    databaseUrl,
    channel,
    onMessage: payload => {
      const announced = read(payload)
      if (announced) deliver(announced.topic, announced.changed)
    },
    notify: message => notify(db, message),
    onArriving: isArriving => {
      if (isArriving === wasArriving) return
      // Something may have been announced in between.
      const catchUp = wasArriving === null ? () => undefined : () => deliver(null, 'all')
      wasArriving = isArriving
      onSource(isArriving ? 'notifications' : 'timer')
      table = isArriving ? null : readChangesTable(deps, { commitTime, onStart: catchUp })
      if (isArriving) catchUp()
    },
    onError,
  })
  const wake = () => table?.read()
  const timer = setInterval(wake, postgresInterval).unref()
  return {
    ready: ready.then(() => table?.ready),
    wake,
    stop: () => {
      clearInterval(timer)
      stop()
    },
  }
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
