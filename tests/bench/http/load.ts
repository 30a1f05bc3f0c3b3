import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Running } from '#tests/bench/processes.ts'

export type Request = {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}
/** Each connection is a person, who sends these requests in turn. */
export type Plan = { origin: string; seconds: number; people: Request[][] }
export type Load = { requests: number; perSecond: number; p99: number; cpuMs: number }

/** Measures the throughput while every person waits for each response, and the processor time per request. */
export async function load(server: Running, people: Request[][], seconds: number): Promise<Load> {
  const folder = await mkdtemp(join(tmpdir(), 'common-table-bench-'))
  const file = join(folder, 'plan.json')
  const plan: Plan = { origin: server.origin, seconds, people }
  await writeFile(file, JSON.stringify(plan))
  try {
    const before = await server.usage()
    const program = fileURLToPath(new URL('./generator.ts', import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, [program, file])
    const after = await server.usage()
    const { failed, ...result } = JSON.parse(stdout)
    if (failed > 0) throw new Error(`${failed} of ${result.requests} requests failed`)
    return { ...result, cpuMs: (after.cpuMs - before.cpuMs) / result.requests }
  } finally {
    await rm(folder, { recursive: true })
  }
}
