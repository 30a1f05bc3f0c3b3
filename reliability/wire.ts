/**
 * The network between the server and PostgreSQL, as bad as one wants it: messages are counted, held up, slowed down or lost, and
 * connections are reset, cut off or closed on one side only.
 */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/** Towards the database, or back. */
export type Direction = 'question' | 'answer'

/** A message of PostgreSQL's protocol on its way. */
export type Message = {
  direction: Direction
  /** How many questions there have been so far, over all connections; this one is counted. */
  questions: number
  bytes: Buffer
  /** The process of PostgreSQL that serves this connection, once it has named itself. */
  backend: number | undefined
}

/**
 * What becomes of a message: it arrives; it and all that follows in this direction is lost; half of it arrives, and then both
 * sides learn that the connection was reset, or that it has ended; or the receiver is told that the sender has closed.
 */
export type Fate = 'arrives' | 'lost' | 'reset' | 'cut off' | 'closed'

/** What is true of all connections at a time; nothing: all is well. */
export type Conditions = {
  /** Milliseconds on the way, and so many more at most, by chance. */
  delay?: number
  jitter?: number
  /** Bytes a second for each connection, either way. */
  speed?: number
  /** Directions in which nothing arrives until all is well; then what was held up does, as TCP repeats it. */
  dead?: Direction[]
  /** The connections are forgotten meanwhile, as by a firewall: what was held up never arrives, nor what follows. */
  forgets?: boolean
}

export type Wire = {
  /** Where the server finds its database. */
  url: string
  conditions: Conditions
  /** Decides about each message. */
  meet: (message: Message) => Fate
  /** How many connections the server has open. */
  open: () => number
  close: () => void
}

export async function layWire(databaseUrl: string): Promise<Wire> {
  const url = new URL(databaseUrl)
  const target = { host: url.hostname, port: Number(url.port || 5432), allowHalfOpen: true }
  const sockets = new Set<Socket>()
  let questions = 0
  let [opened, closed] = [0, 0]

  const join = (near: Socket, far: Socket) => {
    let backend: number | undefined
    const flow = (direction: Direction, from: Socket, to: Socket) => {
      const split = splitMessages(direction === 'question')
      let isForgotten = false
      let last = Promise.resolve()
      let due = 0
      const isDead = () => wire.conditions.dead?.includes(direction) ?? false
      // One after the other, as TCP has it.
      const inTurn = (act: () => void) => {
        last = last.then(async () => {
          while (isDead() && !to.destroyed) await setTimeout(20)
          act()
        })
      }
      const send = (bytes: Buffer) => {
        const { delay = 0, jitter = 0, speed = Number.POSITIVE_INFINITY } = wire.conditions
        const now = performance.now()
        due = Math.max(due, now + delay + Math.random() * jitter) + (1000 * bytes.length) / speed
        const arrival = due
        last = last.then(() => wait(arrival - performance.now()))
        inTurn(() => !isForgotten && to.write(bytes))
      }
      const meet = (bytes: Buffer) => {
        if (direction === 'question') questions += 1
        else if (bytes[0] === backendKeyData) backend = bytes.readInt32BE(5)
        const fate = wire.meet({ direction, questions, bytes, backend })
        isForgotten ||= fate === 'lost' || (isDead() && wire.conditions.forgets === true)
        if (isForgotten) return
        if (fate === 'arrives') return send(bytes)
        isForgotten = true
        if (fate === 'closed') return void inTurn(() => to.end())
        to.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => {
          for (const socket of [from, to])
            if (fate === 'reset') socket.resetAndDestroy()
            else socket.end()
        })
      }
      from.on('data', (chunk: Buffer) => {
        for (const bytes of split(chunk)) meet(bytes)
      })
      from.on('error', () => undefined)
      // Whoever closes is heard even of a connection that is forgotten: the machine repeats it for a while.
      from.on('end', () => inTurn(() => to.end()))
      from.on('close', () => inTurn(() => to.destroy()))
    }
    flow('question', near, far)
    flow('answer', far, near)
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
  const wire: Wire = {
    url: url.href,
    conditions: {},
    meet: () => 'arrives',
    open: () => opened - closed,
    close: () => {
      wire.conditions = {}
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
  return wire
}

const backendKeyData = 'K'.charCodeAt(0)

const wait = async (milliseconds: number) => {
  if (milliseconds > 1) await setTimeout(milliseconds)
}

/** Every message says its type and its length; the first one of a connection has no type. */
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
