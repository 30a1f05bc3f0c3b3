import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Running, start } from '#tests/bench/processes.ts'
import { median } from '#tests/bench/statistics.ts'
import type { Prepared } from './bare-server.ts'
import { send } from './http.ts'
import { type Load, load, type Request } from './load.ts'
import type { Scenario } from './scenarios.ts'

export type Measured = {
  name: string
  /** The transferred bytes of one item. */
  bytes: number
  /** Items per second in each round; a round measures both servers one after the other. */
  ours: number[]
  bare: number[]
  p99: number
  cpuMs: number
  bareCpuMs: number
}

/** What is learned is looked at every 30 seconds. */
const writingSeconds = 35

/** Measures a scenario alternately with a bare server that sends the same bytes. */
export async function measure(
  server: Running,
  { name, people, requestsEach, written }: Scenario,
  options: { rounds: number; seconds: number },
): Promise<Measured> {
  const { prepared, bytes } = await captureReplies(server, people)
  const folder = await mkdtemp(join(tmpdir(), 'common-table-bench-'))
  const file = join(folder, 'replies.json')
  await writeFile(file, JSON.stringify(prepared))
  const bareServer = await start('./http/bare-server.ts', { args: [file] })
  try {
    const ours: Load[] = []
    const bare: Load[] = []
    await load(server, people, 1)
    for (let round = 0; round < (written ? 1 : options.rounds); round += 1) {
      const stop = written && keepWriting(server, written)
      ours.push(await load(server, people, written ? writingSeconds : options.seconds))
      await stop?.()
      bare.push(await load(bareServer, people, options.seconds))
    }
    const each = (loads: Load[]) => loads.map(({ perSecond }) => perSecond / requestsEach)
    return {
      name,
      bytes: bytes * requestsEach,
      ours: each(ours),
      bare: each(bare),
      p99: median(ours.map(({ p99 }) => p99)),
      cpuMs: median(ours.map(({ cpuMs }) => cpuMs)) * requestsEach,
      bareCpuMs: median(bare.map(({ cpuMs }) => cpuMs)) * requestsEach,
    }
  } finally {
    await bareServer.stop()
    await rm(folder, { recursive: true })
  }
}

/** Sends ten of these requests a second, whatever the replies, until the returned function is called. */
function keepWriting({ origin }: Running, requests: Request[]): () => Promise<void> {
  const replies: Promise<unknown>[] = []
  const write = async ({ path, ...request }: Request) => {
    const { status, body } = await send(origin + path, request)
    if (status >= 400) throw new Error(`${path}: ${status} ${body}`)
  }
  const timer = setInterval(() => {
    const request = requests[replies.length % requests.length]
    if (request) replies.push(write(request))
  }, 100)
  return async () => {
    clearInterval(timer)
    await Promise.all(replies)
  }
}

/** Requests each response once as transferred, and computes their average length. */
async function captureReplies(server: Running, people: Request[][]) {
  const prepared: Record<string, Prepared> = {}
  const lengths: number[] = []
  for (const request of people.flat()) {
    const call = `${request.method} ${request.path} ${request.headers.cookie}`
    prepared[call] ??= await ask(server.origin, request)
    lengths.push(prepared[call].base64.length * 0.75)
  }
  return { prepared, bytes: lengths.reduce((sum, length) => sum + length, 0) / Math.max(lengths.length, 1) }
}

async function ask(origin: string, { path, ...request }: Request): Promise<Prepared> {
  const { status, headers, body } = await send(origin + path, request)
  if (status >= 400) throw new Error(`${path}: ${status} ${body}`)
  const sent = ['content-type', 'content-encoding', 'etag', 'vary', 'cache-control']
  const kept = sent.filter(name => headers[name] !== undefined)
  return {
    status,
    headers: Object.fromEntries(kept.map(name => [name, String(headers[name])])),
    base64: body.toString('base64'),
  }
}
