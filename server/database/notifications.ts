import { setTimeout } from 'node:timers/promises'
import pg from 'pg'

type ListenOptions = {
  connectionString: string
  channel: string
  onMessage: (payload: string) => void
  /** Called when messages may have been missed: the connection was lost and has been restored. */
  onGap: () => void
  onError: (error: unknown) => void
}

export type Subscription = {
  /** Resolves when the first attempt to connect has succeeded or failed. */
  ready: Promise<void>
  stop: () => void
}

const retryAfter = 1_000
const checkInterval = 10_000
const answerTimeout = 5_000

/** Listens for PostgreSQL's notifications on a connection of its own, which is reopened whenever it is lost. */
export function listenForNotifications(options: ListenOptions): Subscription {
  const stopped = new AbortController()
  let firstTry = () => {}
  const ready = new Promise<void>(resolve => {
    firstTry = resolve
  })

  const run = async () => {
    for (let attempt = 1; !stopped.signal.aborted; attempt += 1) {
      try {
        await listenOnce(options, stopped.signal, () => {
          if (attempt > 1) options.onGap()
          firstTry()
        })
      } catch (error) {
        options.onError(error)
      }
      firstTry()
      await setTimeout(retryAfter, undefined, { signal: stopped.signal }).catch(() => undefined)
    }
  }
  void run()
  return { ready, stop: () => stopped.abort() }
}

/** Listens until the signal is aborted. Throws if the connection is lost. */
async function listenOnce(
  { connectionString, channel, onMessage }: ListenOptions,
  signal: AbortSignal,
  listening: () => void,
): Promise<void> {
  const client = new pg.Client({
    connectionString,
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
