import { timestampAfter } from '#domain/timestamps.ts'
import { days, minutes, seconds } from '#domain/units.ts'
import {
  claimDelivery,
  dropExpired,
  findDueId,
  postponeDelivery,
  removeDelivery,
} from '#server/data/deliveries-store.ts'
import type { Db, DeliveryRow } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import { type BackgroundWork, backgroundWork } from './background-work.ts'

type QueueDeps = Pick<Deps, 'db' | 'log' | 'now'>

/** How the deliveries of one channel (mails, posts in a chat) leave. */
export type Channel<Message> = {
  /** Names its deliveries in the database. */
  name: string
  /** Makes what is sent, in the transaction that claims the delivery; null once it has become pointless. */
  compose: (tx: Db, delivery: DeliveryRow) => Promise<Message | null>
  /** Sends it. It must end in less than two minutes, whatever the other side does. */
  send: (message: Message) => Promise<void>
  /** Whether an error of `send` says that this delivery will never succeed. */
  isRefusedForGood: (error: unknown) => boolean
  /** Whether deliveries to one destination wait for the ones before; otherwise each goes by itself. */
  inOrder: boolean
  /** Whether all go through one server, so that trouble with one delivery puts off the others. */
  sharesServer: boolean
}

const lookEvery = 10 * seconds
/** If a process dies while it sends, another may take the delivery after this time. */
const claimFor = 2 * minutes
const longestPause = 15 * minutes
const giveUpAfter = 3 * days

/**
 * Sends what is queued in a channel, one after the other. Any number of processes may do so: each delivery is claimed
 * first. What was sent is never sent again, unless the process dies before the database knows.
 */
export function deliveryQueue<Message>(deps: QueueDeps, channel: Channel<Message>): BackgroundWork {
  const queue = new DeliveryQueue(deps, channel)
  return backgroundWork({
    every: lookEvery,
    work: async stopping => {
      await queue.dropExpired()
      while (!stopping.aborted && (await queue.sendNext()));
    },
    failed: error => deps.log.error({ err: error, channel: channel.name }, 'the queue could not be read'),
  })
}

class DeliveryQueue<Message> {
  readonly #deps: QueueDeps
  readonly #channel: Channel<Message>
  /** Sent, but still in the database: it couldn't be reached afterwards. */
  readonly #sent = new Set<number>()

  constructor(deps: QueueDeps, channel: Channel<Message>) {
    this.#deps = deps
    this.#channel = channel
  }

  async dropExpired(): Promise<void> {
    const { db, log, now } = this.#deps
    for (const { id, kind } of await dropExpired(db, this.#channel.name, now().toISOString()))
      log.warn(
        { delivery: id, channel: this.#channel.name, kind },
        'a delivery came too late and was dropped',
      )
  }

  /** Whether to go on at once: false when nothing is due, or when the server that all share is in trouble. */
  async sendNext(): Promise<boolean> {
    const taken = await this.#takeDue()
    if (taken === 'none') return false
    if (taken === 'taken by another') return true
    const { row, message } = taken
    try {
      if (message && !this.#sent.has(row.id)) await this.#channel.send(message)
    } catch (error) {
      await this.#putBack(row, error)
      return this.#channel.isRefusedForGood(error) || !this.#channel.sharesServer
    }
    this.#sent.add(row.id)
    await removeDelivery(this.#deps.db, row.id)
    this.#sent.delete(row.id)
    return true
  }

  // In one transaction: a message that was replaced meanwhile is neither claimed nor composed.
  async #takeDue() {
    const { db, now } = this.#deps
    const { name, inOrder, compose } = this.#channel
    const after = (milliseconds: number) => timestampAfter(now(), milliseconds)
    const due = { now: after(0), latest: after(longestPause + claimFor) }
    const id = await findDueId(db, { channel: name, inOrder, ...due })
    if (id === undefined) return 'none'
    return db.transaction().execute(async tx => {
      const row = await claimDelivery(tx, { id, ...due, until: after(claimFor) })
      if (!row) return 'taken by another'
      return { row, message: await compose(tx, row) }
    })
  }

  async #putBack(row: DeliveryRow, error: unknown): Promise<void> {
    const { db, log, now } = this.#deps
    const { id, channel, kind, attempts } = row
    const time = now()
    if (this.#channel.isRefusedForGood(error) || time.getTime() - Date.parse(row.createdAt) > giveUpAfter) {
      log.error({ err: error, delivery: id, channel, kind }, 'a delivery was given up')
      return removeDelivery(db, id)
    }
    const pause = Math.min(longestPause, 10 * seconds * 2 ** (attempts - 1))
    await postponeDelivery(db, { id, nextAttemptAt: timestampAfter(time, pause), lastError: reasonOf(error) })
    log.warn(
      { err: error, delivery: id, channel, kind, attempts },
      'a delivery failed and will be tried again',
    )
  }
}

// Whoever answers in the place of a mail server may say anything, and PostgreSQL stores no NUL.
const reasonOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/\p{Cc}+/gu, ' ').slice(0, 500)
