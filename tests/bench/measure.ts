import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Prepared } from './bare-server.ts'
import { type Load, load, type Request } from './load.ts'
import { type Running, start } from './processes.ts'
import type { Scenario } from './scenarios.ts'
import { median } from './statistics.ts'

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

/** Measures a scenario alternately with a bare server that sends the same bytes. */
export async function measure(
  server: Running,
  { name, people, requestsEach }: Scenario,
  options: { rounds: number; seconds: number },
): Promise<Measured> {
  const { prepared, bytes } = await captureReplies(server, people)
  const folder = await mkdtemp(join(tmpdir(), 'common-table-bench-'))
  const file = join(folder, 'replies.json')
  await writeFile(file, JSON.stringify(prepared))
  const bareServer = await start('./bare-server.ts', { args: [file] })
  try {
    const ours: Load[] = []
    const bare: Load[] = []
    await load(server, people, 1)
    for (let round = 0; round < options.rounds; round += 1) {
      ours.push(await load(server, people, options.seconds))
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

/** Requests each response once as transferred, and computes their average length. */
async function captureReplies(server: Running, people: Request[][]) {
  const prepared: Record<string, Prepared> = {}
  for (const request of people.flat()) {
    const call = `${request.method} ${request.path}`
    prepared[call] ??= await ask(server.origin, request)
  }
  const perRequest = people
    .flat()
    .map(({ method, path }) => prepared[`${method} ${path}`]?.base64.length ?? 0)
  const bytes = perRequest.reduce((sum, length) => sum + length * 0.75, 0) / Math.max(perRequest.length, 1)
  return { prepared, bytes }
}

function ask(origin: string, { method, path, headers, body }: Request): Promise<Prepared> {
  return new Promise((resolve, reject) => {
    const request = http.request(origin + path, { method, headers }, response => {
      const chunks: Buffer[] = []
      response.on('data', chunk => chunks.push(chunk))
      response.once('end', () => {
        const { statusCode: status = 0 } = response
        if (status >= 400) reject(new Error(`${path}: ${status} ${Buffer.concat(chunks)}`))
        const sent = ['content-type', 'content-encoding', 'etag', 'vary', 'cache-control']
        const kept = sent.filter(name => response.headers[name] !== undefined)
        resolve({
          status,
          headers: Object.fromEntries(kept.map(name => [name, String(response.headers[name])])),
          base64: Buffer.concat(chunks).toString('base64'),
        })
      })
    })
    request.once('error', reject)
    request.end(body)
  })
}
