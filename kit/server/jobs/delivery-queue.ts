import { setTimeout } from 'node:timers/promises'
import { shortened } from '#kit/rules/texts/shortened.ts'
import { timestampAfter } from '#kit/rules/time/timestamps.ts'
import { days, hours, minutes, seconds } from '#kit/rules/units.ts'
import { giveWay } from '#kit/server/database/drivers/give-way.ts'
import { change, list, remove } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { type BackgroundWork, backgroundWork } from './background-work.ts'
import {
  claimDeliveries,
  type Due,
  dropExpired,
  listDueIds,
  listDueServers,
  type Order,
  postponeServer,
} from './deliveries-store.ts'

type QueueDeps = Pick<Deps, 'db' | 'log' | 'now'>

/** Composes what to send, in the transaction that claims the delivery; null if it has become pointless. */
export type Compose<Message> = (tx: Db, delivery: Row<'deliveries'>) => Promise<Message | null>

/** How the deliveries of one channel (emails, chat posts) are sent. */
export type Channel<Message> = {
  /** The channel's name in the database. */
  name: string
  compose: Compose<Message>
  /** Sends the message. It must finish within the time limit, whatever the other side does. */
  send: (message: Message) => Promise<void>
  /** In milliseconds; by default, a minute. */
  timeLimit?: number
  /** Notes that these messages were sent. It must not fail: they won't be sent again. */
  recordSent?: (messages: Message[]) => Promise<void>
  /** Whether an error of `send` means that this delivery will never succeed. */
  isPermanentFailure: (error: unknown) => boolean
  /** Whether an error of `send` leaves open that the message arrived; the next attempt then comes late. */
  mayHaveArrived?: (error: unknown) => boolean
  /** Whether deliveries that were given up are kept, for administrators to see. */
  keepsGivenUp?: boolean
  /** The seconds after which the server wants to be asked again (its Retry-After), if an error of `send` says so. */
  retryAfter?: (error: unknown) => number | undefined
  order: Order
  /** How many deliveries one server gets at the same time. */
  atOnce: number
}

/** How long those that are sent at about the same time wait for each other, to be recorded together. */
const gathering = 10
const pollInterval = 10 * seconds
/** If a process dies while sending, another one may take the delivery after this time. */
const claimDuration = ({ timeLimit = 1 * minutes }: { timeLimit?: number }) => timeLimit + 1 * minutes
const maxRetryDelay = 15 * minutes
/** The longest wait that a server can ask for. */
const maxRetryAfter = 1 * hours
const giveUpAfter = 3 * days

/**
 * Sends the queued deliveries of a channel. A delivery names three things (see `queueDelivery`):
 *
 * - its *server*: a mail server, a webhook, the host of a push service. Every server has its own lane, and all lanes
 *   move at the same time, so one that hangs or is down delays nothing that goes elsewhere. After a failure, the
 *   server's lane pauses until the next look at the queue, or as long as the server asked for.
 * - its *destination*: an address, a campus, a lunch on someone's phone. It is what `order` is about.
 * - when it *expires*: from then on it is dropped, even if it was never tried.
 *
 * Any number of processes may send, because each delivery is claimed first. A sent delivery is never sent again, unless
 * the process dies before that is recorded. One that fails is retried at growing intervals for three days.
 *
 * To send something new: call `queueDelivery` in the transaction of its cause, with a channel name of its own; create
 * the channel's queue with this function, list it among the jobs, and in `createApp` among those woken after a commit.
 */
export function deliveryQueue<Message>(deps: QueueDeps, channel: Channel<Message>): BackgroundWork {
  const queue = new DeliveryQueue(deps, channel)
  const onError = (error: unknown) =>
    deps.log.error({ err: error, channel: channel.name }, 'the queue could not be read')
  const lanes = new Map<string, BackgroundWork>()
  const newLane = (server: string) =>
    backgroundWork({ interval: pollInterval, work: stopping => queue.sendDue(server, stopping), onError })
  const laneOf = (server: string) => {
    const lane = lanes.get(server) ?? newLane(server)
    lanes.set(server, lane)
    return lane
  }
  // It waits for no lane, so that what is queued while one of them hangs is sent immediately.
  const lookout = backgroundWork({
    interval: pollInterval,
    work: async stopping => {
      for (const server of await queue.findDueServers()) if (!stopping.aborted) laneOf(server).wake()
    },
    onError,
  })
  const inAllLanes = (each: (lane: BackgroundWork) => Promise<void>) =>
    Promise.all([...lanes.values()].map(each))
  return {
    wake: lookout.wake,
    start: lookout.start,
    stop: async () => {
      await lookout.stop()
      await inAllLanes(lane => lane.stop())
    },
    settled: async () => {
      await lookout.settled()
      await inAllLanes(lane => lane.settled())
    },
  }
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

  /** Drops what has expired, and finds the servers for which anything is due. */
  async findDueServers(): Promise<string[]> {
    const { db, log, now } = this.#deps
    for (const { id, kind } of await dropExpired(db, this.#channel.name, now().toISOString()))
      log.warn({ delivery: id, channel: this.#channel.name, kind }, 'an expired delivery was dropped')
    return listDueServers(db, this.#channel.name, this.#due())
  }

  /** Sends what is due for one server, until nothing is left or the server is in trouble. */
  async sendDue(server: string, stopping: AbortSignal): Promise<void> {
    const sending = new Set<Promise<void>>()
    const outcomes = { isWell: true, sent: [] as Taken<Message>[], errors: [] as unknown[] }
    const send = async (taken: Taken<Message>) => {
      try {
        const outcome = await this.#send(taken)
        if (outcome === 'sent') outcomes.sent.push(taken)
        if (outcome === 'trouble') outcomes.isWell = false
      } catch (error) {
        outcomes.isWell = false
        outcomes.errors.push(error)
      }
    }
    try {
      for (;;) {
        await this.#remove(outcomes.sent.splice(0))
        const most = outcomes.isWell && !stopping.aborted ? this.#channel.atOnce - sending.size : 0
        const due = most > 0 ? await this.#takeDue(server, most) : []
        if (due.length === 0 && sending.size === 0) break
        for (const taken of due) {
          const sent: Promise<void> = send(taken).finally(() => sending.delete(sent))
          sending.add(sent)
        }
        // Even if nothing more was due: it may have been waiting for one that is being sent.
        if (outcomes.sent.length === 0) await Promise.race(sending)
        await (sending.size > 0 ? setTimeout(gathering) : giveWay())
      }
    } finally {
      await Promise.all(sending)
      await this.#remove(outcomes.sent)
    }
    for (const error of outcomes.errors) throw error
  }

  /** 'rejected' is this message alone; in 'trouble' is the server. */
  async #send({ row, message }: Taken<Message>): Promise<'sent' | 'rejected' | 'trouble'> {
    try {
      if (message && !this.#sent.has(row.id)) await this.#channel.send(message)
    } catch (error) {
      await this.#putBack(row, error)
      return this.#channel.isPermanentFailure(error) ? 'rejected' : 'trouble'
    }
    this.#sent.add(row.id)
    return 'sent'
  }

  /** Removes what was sent since the last time. */
  async #remove(sent: Taken<Message>[]): Promise<void> {
    if (sent.length === 0) return
    const ids = sent.map(({ row }) => row.id)
    await remove(this.#deps.db, 'deliveries', { id: ids })
    for (const id of ids) this.#sent.delete(id)
    await this.#channel.recordSent?.(sent.flatMap(({ message }) => message ?? []))
  }

  // In one transaction, so that a delivery that was just replaced is neither claimed nor composed.
  async #takeDue(server: string, most: number): Promise<Taken<Message>[]> {
    const { db, now } = this.#deps
    const { name, order, compose } = this.#channel
    const turn = { order, ...this.#due() }
    const ids = await listDueIds(db, { channel: name, server, most, ...turn })
    if (ids.length === 0) return []
    const until = timestampAfter(now(), claimDuration(this.#channel))
    return db.transaction().execute(async tx => {
      // Other processes may have claimed some of them.
      const rows = await claimDeliveries(tx, { ids, ...turn, until })
      const destinations = rows.map(({ destination }) => destination)
      const there = { channel: name, destination: destinations }
      const others = order === 'latest' ? await list(tx, 'deliveries', there, { order: ['-id'] }) : []
      const taken: Taken<Message>[] = []
      for (const row of rows) {
        const later = others.filter(({ destination, id }) => destination === row.destination && id > row.id)
        taken.push({ row, message: (await this.#isReplaced(tx, later)) ? null : await compose(tx, row) })
      }
      return taken
    })
  }

  /** A later delivery that has become pointless replaces nothing. */
  async #isReplaced(tx: Db, later: Row<'deliveries'>[]): Promise<boolean> {
    for (const delivery of later) if ((await this.#channel.compose(tx, delivery)) !== null) return true
    return false
  }

  // No attempt is ever put off for longer than the longest of these times.
  #due(): Due {
    const after = (milliseconds: number) => timestampAfter(this.#deps.now(), milliseconds)
    return { now: after(0), latest: after(maxRetryAfter + claimDuration(this.#channel)) }
  }

  async #putBack(row: Row<'deliveries'>, error: unknown): Promise<void> {
    const { db, log, now } = this.#deps
    const { id, channel, server, kind, attempts } = row
    const time = now()
    if (this.#channel.isPermanentFailure(error) || time.getTime() - Date.parse(row.createdAt) > giveUpAfter) {
      log.error({ err: error, delivery: id, channel, kind }, 'a delivery was given up')
      const outcome = { givenUpAt: time.toISOString(), lastError: reasonOf(error) }
      if (this.#channel.keepsGivenUp) await change(db, 'deliveries', { id }, outcome)
      else await remove(db, 'deliveries', { id })
      return
    }
    const pause = this.#channel.mayHaveArrived?.(error)
      ? maxRetryDelay
      : Math.min(maxRetryDelay, 10 * seconds * 2 ** (attempts - 1))
    const requested = Math.min(maxRetryAfter, (this.#channel.retryAfter?.(error) ?? 0) * seconds)
    const nextAttemptAt = timestampAfter(time, Math.max(pause, requested))
    await change(db, 'deliveries', { id }, { nextAttemptAt, lastError: reasonOf(error) })
    const until = timestampAfter(time, requested)
    if (requested > 0) await postponeServer(db, { channel, server, until, now: time.toISOString() })
    log.warn(
      { err: error, delivery: id, channel, kind, attempts },
      'a delivery failed and will be tried again',
    )
  }
}

type Taken<Message> = { row: Row<'deliveries'>; message: Message | null }

// Whatever replies in place of a mail server may say anything, and PostgreSQL can't store NUL.
const reasonOf = (error: unknown) =>
  shortened((error instanceof Error ? error.message : String(error)).replaceAll(/\p{Cc}+/gu, ' '), 500)
