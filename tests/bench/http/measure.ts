import { type Running, startScript, usageOf } from '../servers.ts'
import { median } from '../statistics.ts'
import { type Sent, send } from './http.ts'
import type { Request, Scenario } from './scenarios.ts'

/** What is learned is looked at every 30 seconds. */
const writingSeconds = 35

/** The row of a scenario in the table: measured alternately with a bare server that sends the same bytes. */
export async function measure(
  server: Running,
  { name, people, requestsEach, written }: Scenario,
  options: { rounds: number; seconds: number },
): Promise<string[]> {
  const { replies, bytes } = await captureReplies(server, people)
  const { reply, ...bareProcess } = await startScript('http/bare-server.ts', replies)
  const bareServer = { ...bareProcess, origin: String(reply) }
  const ours: Load[] = []
  const bare: Load[] = []
  await load(server, people, 1)
  for (let round = 0; round < (written ? 1 : options.rounds); round += 1) {
    const stop = written && keepWriting(server, written)
    ours.push(await load(server, people, written ? writingSeconds : options.seconds))
    await stop?.()
    bare.push(await load(bareServer, people, options.seconds))
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

/** Each connection is a person, who sends these requests in turn. */
export type Plan = { origin: string; seconds: number; people: Request[][] }
type Load = { requests: number; perSecond: number; p99: number; cpuMs: number }

/** Measures the throughput while every person waits for each response, and the processor time per request. */
async function load(server: Running, people: Request[][], seconds: number): Promise<Load> {
  const plan: Plan = { origin: server.origin, seconds, people }
  const before = await usageOf(server)
  const { reply, ended } = await startScript('http/generator.ts', plan)
  const after = await usageOf(server)
  await ended
  const { failed, ...result } = reply as Omit<Load, 'cpuMs'> & { failed: number }
  if (failed > 0) throw new Error(`${failed} of ${result.requests} requests failed`)
  return { ...result, cpuMs: (after.cpuMs - before.cpuMs) / result.requests }
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

/** Sends a request that must succeed. Of the headers, those stay that describe the body. */
async function ask(origin: string, { path, ...request }: Request): Promise<Sent> {
  const { status, headers, body } = await send(origin + path, request)
  if (status >= 400) throw new Error(`${path}: ${status} ${body}`)
  const sent = ['content-type', 'content-encoding', 'etag', 'vary', 'cache-control']
  const kept = sent.flatMap(name => (headers[name] === undefined ? [] : [[name, String(headers[name])]]))
  if (status !== 304) kept.push(['content-length', String(body.length)])
  return { status, headers: Object.fromEntries(kept), body }
}
