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

/** How the deliveries of one channel (emails, chat posts) are sent. */
export type Channel<Message> = {
  /** The channel's name in the database. */
  name: string
  /** Composes the message in the transaction that claims the delivery; null if it has become pointless. */
  compose: (tx: Db, delivery: DeliveryRow) => Promise<Message | null>
  /** Sends the message. It must finish within two minutes, whatever the other side does. */
  send: (message: Message) => Promise<void>
  /** Whether an error of `send` means that this delivery will never succeed. */
  isPermanentFailure: (error: unknown) => boolean
  /** Whether deliveries to one destination wait for earlier ones; otherwise they are independent. */
  inOrder: boolean
  /** Whether all deliveries go through one server, so that trouble with one postpones the others. */
  pausesOnFailure: boolean
}

const pollInterval = 10 * seconds
/** If a process dies while sending, another one may take the delivery after this time. */
const claimDuration = 2 * minutes
const maxRetryDelay = 15 * minutes
const giveUpAfter = 3 * days

/**
 * Sends the queued deliveries of a channel, one at a time. Any number of
 * processes may do so, because each delivery is claimed first. A sent delivery
 * is never sent again, unless the process dies before it is recorded.
 */
export function deliveryQueue<Message>(deps: QueueDeps, channel: Channel<Message>): BackgroundWork {
  const queue = new DeliveryQueue(deps, channel)
  return backgroundWork({
    interval: pollInterval,
    work: async stopping => {
      await queue.dropExpired()
      while (!stopping.aborted && (await queue.sendNext()));
    },
    onError: error => deps.log.error({ err: error, channel: channel.name }, 'the queue could not be read'),
  })
}

class DeliveryQueue<Message> {
  readonly #deps: QueueDeps
  readonly #channel: Channel<Message>
  /** Sent, but still in the database, which was unavailable afterwards. */
  readonly #sent = new Set<number>()

  constructor(deps: QueueDeps, channel: Channel<Message>) {
    this.#deps = deps
    this.#channel = channel
  }

  async dropExpired(): Promise<void> {
    const { db, log, now } = this.#deps
    for (const { id, kind } of await dropExpired(db, this.#channel.name, now().toISOString()))
      log.warn({ delivery: id, channel: this.#channel.name, kind }, 'an expired delivery was dropped')
  }

  /** Returns whether to continue immediately: false if nothing is due, or if the shared server is in trouble. */
  async sendNext(): Promise<boolean> {
    const taken = await this.#takeDue()
    if (taken === 'none') return false
    if (taken === 'taken by another') return true
    const { row, message } = taken
    try {
      if (message && !this.#sent.has(row.id)) await this.#channel.send(message)
    } catch (error) {
      await this.#putBack(row, error)
      return this.#channel.isPermanentFailure(error) || !this.#channel.pausesOnFailure
    }
    this.#sent.add(row.id)
    await removeDelivery(this.#deps.db, row.id)
    this.#sent.delete(row.id)
    return true
  }

  // In one transaction, so that a delivery that was just replaced is neither claimed nor composed.
  async #takeDue() {
    const { db, now } = this.#deps
    const { name, inOrder, compose } = this.#channel
    const after = (milliseconds: number) => timestampAfter(now(), milliseconds)
    const due = { now: after(0), latest: after(maxRetryDelay + claimDuration) }
    const id = await findDueId(db, { channel: name, inOrder, ...due })
    if (id === undefined) return 'none'
    return db.transaction().execute(async tx => {
      const row = await claimDelivery(tx, { id, ...due, until: after(claimDuration) })
      if (!row) return 'taken by another'
      return { row, message: await compose(tx, row) }
    })
  }

  async #putBack(row: DeliveryRow, error: unknown): Promise<void> {
    const { db, log, now } = this.#deps
    const { id, channel, kind, attempts } = row
    const time = now()
    if (this.#channel.isPermanentFailure(error) || time.getTime() - Date.parse(row.createdAt) > giveUpAfter) {
      log.error({ err: error, delivery: id, channel, kind }, 'a delivery was given up')
      return removeDelivery(db, id)
    }
    const pause = Math.min(maxRetryDelay, 10 * seconds * 2 ** (attempts - 1))
    await postponeDelivery(db, { id, nextAttemptAt: timestampAfter(time, pause), lastError: reasonOf(error) })
    log.warn(
      { err: error, delivery: id, channel, kind, attempts },
      'a delivery failed and will be tried again',
    )
  }
}

// Whatever answers in place of a mail server may say anything, and PostgreSQL can't store NUL.
const reasonOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/\p{Cc}+/gu, ' ').slice(0, 500)
