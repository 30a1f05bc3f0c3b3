import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { launch } from '#tests/support/processes/launch.ts'
import { serverEnvironment, serverFlags } from '../../../scripts/server-settings.ts'
import { type Running, usageOf } from '../servers.ts'
import { median } from '../statistics.ts'
import { type Sent, send } from './http.ts'
import type { Request, Scenario } from './scenarios.ts'

/** What is learned is looked at every 30 seconds. */
const writingSeconds = 35

/** The row of a scenario in the table: measured alternately with a bare server that sends the same bytes. */
export async function measure(
  server: Running,
  { name, people, requestsEach, written }: Scenario,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<string[]> {
  const { replies, bytes } = await captureReplies(server, people)
  const bareServer = await startBareServer(replies)
  const ours: Load[] = []
  const bare: Load[] = []
  await load(server, people, 1)
  for (let round = 0; round < (written ? 1 : rounds); round += 1) {
    const stop = written && keepWriting(server, written)
    ours.push(await load(server, people, written ? writingSeconds : seconds))
    await stop?.()
    bare.push(await load(bareServer, people, seconds))
  }
  await bareServer.end()
  const perSecond = (loads: Load[]) => loads.map(load => load.perSecond / requestsEach)
  const cpu = (loads: Load[]) => (median(loads.map(({ cpuMs }) => cpuMs)) * requestsEach).toFixed(2)
  return [
    name,
    `${((bytes * requestsEach) / 1000).toFixed(1)} kB`,
    spread(perSecond(ours)),
    spread(perSecond(bare)),
    (median(perSecond(ours)) / median(perSecond(bare))).toFixed(2),
    ...[median(ours.map(({ p99 }) => p99)), cpu(ours), cpu(bare)].map(time => `${time} ms`),
  ]
}

/** The median and the range of the rounds. */
function spread(rounds: number[]): string {
  const [middle, least, most] = [median(rounds), Math.min(...rounds), Math.max(...rounds)].map(value =>
    Math.round(value).toLocaleString('en-US'),
  )
  return `${middle} (${least}–${most})`
}

async function startBareServer(replies: Map<string, Sent>): Promise<Running> {
  const script = fileURLToPath(new URL('bare-server.ts', import.meta.url))
  const options = { env: serverEnvironment, hasChannel: true }
  const server = launch([process.execPath, ...serverFlags, script], options)
  return { ...server, origin: String(await server.ask(replies)) }
}

type Load = { perSecond: number; p99: number; cpuMs: number }

/**
 * Measures the throughput while every person waits for each response, and the processor time per request. Each
 * connection is a person, who sends these requests in turn.
 */
async function load(server: Running, people: Request[][], seconds: number): Promise<Load> {
  const waiting = people.values()
  const before = await usageOf(server)
  const { requests, latency, errors, duration, ...statuses } = await autocannon({
    url: server.origin,
    connections: people.length,
    duration: seconds,
    timeout: 60,
    setupClient: (client: { setRequests: (requests: object[]) => void; pipelinedRequests: object }) => {
      // autocannon would decode each body as text, which nothing needs and which took longer than the server
      // for compressed bodies.
      Object.assign(client.pipelinedRequests, { addBody: () => undefined })
      client.setRequests(waiting.next().value ?? [])
    },
  })
  const after = await usageOf(server)
  const failed = errors + statuses['4xx'] + statuses['5xx']
  if (failed > 0) throw new Error(`${failed} of ${requests.total} requests failed`)
  return {
    perSecond: requests.total / duration,
    p99: latency.p99,
    cpuMs: (after.cpuMs - before.cpuMs) / requests.total,
  }
}

/** Sends ten of these requests a second, whatever the replies, until the returned function is called. */
function keepWriting({ origin }: Running, requests: Request[]): () => Promise<void> {
  const replies: Promise<unknown>[] = []
  const timer = setInterval(() => {
    const request = requests[replies.length % requests.length]
    if (request) replies.push(ask(origin, request))
  }, 100)
  return async () => {
    clearInterval(timer)
    await Promise.all(replies)
  }
}

/** Requests each response once as transferred, and computes their average length. */
async function captureReplies({ origin }: Running, people: Request[][]) {
  const replies = new Map<string, Sent>()
  const requests = people.flat()
  let bytes = 0
  for (const request of requests) {
    const call = `${request.method} ${request.path} ${request.headers.cookie}`
    const reply = replies.get(call) ?? (await ask(origin, request))
    replies.set(call, reply)
    bytes += reply.body.length / requests.length
  }
  return { replies, bytes }
}

const describing = ['content-type', 'content-encoding', 'etag', 'vary', 'cache-control']

/** Sends a request that must succeed. Of the headers, those stay that describe the body. */
async function ask(origin: string, { path, ...request }: Request): Promise<Sent> {
  const { status, headers, body } = await send(origin + path, request)
  if (status >= 400) throw new Error(`${path}: ${status} ${body}`)
  const kept = Object.entries(headers).filter(([name]) => describing.includes(name))
  const length = status !== 304 && { 'content-length': String(body.length) }
  return { status, headers: { ...Object.fromEntries(kept), ...length }, body }
}
