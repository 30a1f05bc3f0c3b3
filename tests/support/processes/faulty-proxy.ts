/**
 * A proxy between the server and PostgreSQL that simulates a bad network: it counts, delays, slows down or
 * loses messages, and resets, cuts off or half-closes connections.
 */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { randomNumbers } from '#tests/support/samples/random.ts'

/** To the database, or back. */
export type Direction = 'request' | 'response'

/** A message of PostgreSQL's protocol. */
export type Message = {
  direction: Direction
  /** The number of requests so far over all connections, including this one. */
  requests: number
  bytes: Buffer
  /** The id of the PostgreSQL process behind this connection, once it is known. */
  backend: number | undefined
}

/**
 * What happens to a message: it arrives; it and everything after it in this direction is lost; half of it
 * arrives, and then both sides see a reset or the end of the connection; or the receiver sees that the sender
 * has closed.
 */
export type Fate = 'delivered' | 'lost' | 'reset' | 'cut off' | 'closed'

/** The conditions of all connections; empty if the network is fine. */
export type Conditions = {
  /** In milliseconds: the fixed delay, and the most that is randomly added. */
  delay?: number
  jitter?: number
  /** Bytes per second for each connection and direction. */
  speed?: number
  /**
   * Directions in which nothing arrives until conditions change; then what was held up does, as TCP
   * retransmits it.
   */
  stalled?: Direction[]
  /**
   * Connections are also forgotten, as by a firewall: neither what was held up nor what follows ever arrives.
   */
  dropsConnections?: boolean
}

export type FaultyProxy = {
  /** The database URL for the server. */
  url: string
  conditions: Conditions
  /** Decides the fate of each message. */
  decideFate: (message: Message) => Fate
  /** The number of connections that the server has open. */
  open: () => number
  close: () => void
}

export async function startFaultyProxy(databaseUrl: string): Promise<FaultyProxy> {
  const url = new URL(databaseUrl)
  const target = { host: url.hostname, port: Number(url.port || 5432), allowHalfOpen: true }
  const sockets = new Set<Socket>()
  const random = randomNumbers(83)
  let requests = 0
  let [opened, closed] = [0, 0]

  const join = (near: Socket, far: Socket) => {
    let backend: number | undefined
    const flow = (direction: Direction, from: Socket, to: Socket) => {
      const split = splitMessages(direction === 'request')
      let isDropped = false
      let last = Promise.resolve()
      let due = 0
      const isStalled = () => proxy.conditions.stalled?.includes(direction) ?? false
      // Keeps the order, as TCP does.
      const inTurn = (act: () => void) => {
        last = last.then(async () => {
          while (isStalled() && !to.destroyed) await setTimeout(20)
          act()
        })
      }
      const send = (bytes: Buffer) => {
        const { delay = 0, jitter = 0, speed = Number.POSITIVE_INFINITY } = proxy.conditions
        const now = performance.now()
        due = Math.max(due, now + delay + random(jitter + 1)) + (1000 * bytes.length) / speed
        const arrival = due
        last = last.then(() => wait(arrival - performance.now()))
        inTurn(() => !isDropped && to.write(bytes))
      }
      const forward = (bytes: Buffer) => {
        if (direction === 'request') requests += 1
        else if (bytes[0] === backendKeyData) backend = bytes.readInt32BE(5)
        const fate = proxy.decideFate({ direction, requests, bytes, backend })
        isDropped ||= fate === 'lost' || (isStalled() && proxy.conditions.dropsConnections === true)
        if (isDropped) return
        if (fate === 'delivered') return send(bytes)
        isDropped = true
        if (fate === 'closed') return void inTurn(() => to.end())
        to.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => {
          for (const socket of [from, to])
            if (fate === 'reset') socket.resetAndDestroy()
            else socket.end()
        })
      }
      from.on('data', (chunk: Buffer) => {
        for (const bytes of split(chunk)) forward(bytes)
      })
      from.on('error', () => undefined)
      // A close gets through even on a forgotten connection, because the operating system retransmits it for
      // a while.
      from.on('end', () => inTurn(() => to.end()))
      from.on('close', () => inTurn(() => to.destroy()))
    }
    flow('request', near, far)
    flow('response', far, near)
  }

  const server = createServer({ allowHalfOpen: true, noDelay: true }, near => {
    const far = connect(target).setNoDelay()
    opened += 1
    near.once('close', () => {
      closed += 1
    })
    for (const socket of [near, far]) sockets.add(socket.once('close', () => sockets.delete(socket)))
    join(near, far)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  const proxy: FaultyProxy = {
    url: url.href,
    conditions: {},
    decideFate: () => 'delivered',
    open: () => opened - closed,
    close: () => {
      proxy.conditions = {}
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
  return proxy
}

/** Whether this is CommandComplete in response to COMMIT. */
export const isCommit = (bytes: Buffer) => bytes[0] === 67 && bytes.toString('latin1', 5) === 'COMMIT\0'

const backendKeyData = 'K'.charCodeAt(0)

const wait = async (milliseconds: number) => {
  if (milliseconds > 1) await setTimeout(milliseconds)
}

/** Every message has a type and a length, except that the first one of a connection has no type. */
function splitMessages(beginsUntyped: boolean): (chunk: Buffer) => Buffer[] {
  let rest: Buffer = Buffer.alloc(0)
  let typed = beginsUntyped ? 0 : 1
  return chunk => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const whole: Buffer[] = []
    while (rest.length >= typed + 4) {
      const length = typed + rest.readUInt32BE(typed)
      if (rest.length < length) break
      whole.push(rest.subarray(0, length))
      rest = rest.subarray(length)
      typed = 1
    }
    return whole
  }
}
