import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import type { Server } from '#tests/support/backups/installation.ts'
import { launch } from '#tests/support/processes/launch.ts'
import { serverEnvironment, serverFlags } from '../../../scripts/server-settings.ts'
import { count, median } from '../report.ts'
import { usageOf } from '../servers.ts'
import { type Sent, send } from './http.ts'
import type { Request, Scenario } from './scenarios.ts'

/** What is at an address, and says what it has used. */
type Running = Pick<Server, 'origin' | 'ask'>

const script = fileURLToPath(new URL('bare-server.ts', import.meta.url))

/** What is learned is looked at every 30 seconds. */
const writingSeconds = 35
const seconds = 1

/** The row of a scenario in the table: measured alternately with a bare server that sends the same bytes. */
export async function measure(
  server: Running,
  { name, people, requestsEach, written }: Scenario,
  rounds: number,
): Promise<string[]> {
  const replies = await captureReplies(server, people)
  const bytes = [...replies.values()].reduce((total, { body }) => total + body.length, 0) / replies.size
  const bare = launch([process.execPath, ...serverFlags, script], {
    env: serverEnvironment,
    hasChannel: true,
  })
  const bareServer = { ...bare, origin: String(await bare.ask(replies)) }
  const [ours, theirs]: [Load[], Load[]] = [[], []]
  await load(server, people, 1)
  for (let round = 0; round < (written ? 1 : rounds); round += 1) {
    const writing = written && keepWriting(server, written)
    ours.push(await load(server, people, written ? writingSeconds : seconds))
    await writing
    theirs.push(await load(bareServer, people, seconds))
  }
  await bareServer.end()
  const perSecond = (loads: Load[]) => loads.map(load => load.perSecond / requestsEach)
  const cpu = (loads: Load[]) => (median(loads.map(({ cpuMs }) => cpuMs)) * requestsEach).toFixed(2)
  return [
    name,
    `${((bytes * requestsEach) / 1000).toFixed(1)} kB`,
    spread(perSecond(ours)),
    spread(perSecond(theirs)),
    (median(perSecond(ours)) / median(perSecond(theirs))).toFixed(2),
    ...[median(ours.map(({ p99 }) => p99)), cpu(ours), cpu(theirs)].map(time => `${time} ms`),
  ]
}

/** The median and the range of the rounds. */
const spread = (rounds: number[]) =>
  `${count(median(rounds))} (${count(Math.min(...rounds))}–${count(Math.max(...rounds))})`

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

/** Sends ten of these requests a second, whatever the replies. */
const keepWriting = ({ origin }: Running, requests: Request[]) =>
  Promise.all(
    requests.slice(0, writingSeconds * 10).map(async (request, i) => {
      await setTimeout(i * 100)
      await ask(origin, request)
    }),
  )

/** Requests each response once as transferred. */
async function captureReplies({ origin }: Running, people: Request[][]) {
  const replies = new Map<string, Sent>()
  for (const request of people.flat()) {
    const { method, path, headers } = request
    replies.set(`${method} ${path} ${headers.cookie}`, await ask(origin, request))
  }
  return replies
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
