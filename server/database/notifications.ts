import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { driverUrl } from './database-url.ts'

type ListenOptions = {
  databaseUrl: string
  channel: string
  onMessage: (payload: string) => void
  /** Sends a message on the channel over another connection. */
  notify: (payload: string) => Promise<unknown>
  /** Called when notifications begin or cease to arrive; any may have been missed in between. */
  onArriving: (isArriving: boolean) => void
  onError: (error: unknown) => void
}

export type Subscription = {
  /** Resolves when it is known whether notifications arrive. */
  ready: Promise<void>
  stop: () => void
}

/** The server accepts LISTEN, but notifications don't arrive: as behind a pooler in transaction mode. */
export class NotificationsDontArrive extends Error {}

const retryAfter = 1_000
const retryUnheardAfter = 60_000
const checkInterval = 10_000
const answerTimeout = 5_000
const probeTimeout = 2_000

/** Listens for PostgreSQL's notifications on a connection of its own, which is reopened whenever it is lost. */
export function listenForNotifications(options: ListenOptions): Subscription {
  const stopped = new AbortController()
  const { promise: ready, resolve: firstTry } = Promise.withResolvers<void>()

  const run = async () => {
    while (!stopped.signal.aborted) {
      let pause = retryAfter
      try {
        await listenOnce(options, stopped.signal, () => {
          options.onArriving(true)
          firstTry()
        })
      } catch (error) {
        if (error instanceof NotificationsDontArrive) pause = retryUnheardAfter
        options.onArriving(false)
        options.onError(error)
      }
      firstTry()
      await setTimeout(pause, undefined, { signal: stopped.signal }).catch(() => undefined)
    }
  }
  void run()
  return { ready, stop: () => stopped.abort() }
}

/** Listens until the signal is aborted. Throws if the connection is lost, or passes no notifications. */
async function listenOnce(
  { databaseUrl, channel, onMessage, notify }: ListenOptions,
  signal: AbortSignal,
  listening: () => void,
): Promise<void> {
  const client = new pg.Client({
    connectionString: driverUrl(databaseUrl),
    keepAlive: true,
    connectionTimeoutMillis: 2_000,
    query_timeout: answerTimeout,
  })
  const lost = new Promise<never>((_, reject) => {
    client.on('error', reject)
    client.on('end', () => reject(new Error('The connection for notifications was closed')))
  })
  lost.catch(() => undefined)
  client.on('notification', ({ payload }) => onMessage(payload ?? ''))
  try {
    await client.connect()
    await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    await Promise.race([lost, requireArrival(client, notify)])
    listening()
    while (!signal.aborted) {
      // A query detects a connection that died silently.
      await Promise.race([lost, setTimeout(checkInterval, undefined, { signal }).catch(() => undefined)])
      if (!signal.aborted) await Promise.race([lost, client.query('select 1')])
    }
  } finally {
    // Not awaited: a dead connection would delay the next attempt.
    client.end().catch(() => undefined)
  }
}

/** Sends a notification and waits for it. */
async function requireArrival(client: pg.Client, notify: ListenOptions['notify']): Promise<void> {
  const probe = JSON.stringify({ probe: randomUUID() })
  const arrived = new Promise<true>(resolve => {
    client.on('notification', ({ payload }) => {
      if (payload === probe) resolve(true)
    })
  })
  await notify(probe)
  if ((await Promise.race([arrived, setTimeout(probeTimeout)])) !== true)
    throw new NotificationsDontArrive('Notifications from PostgreSQL do not arrive')
}
