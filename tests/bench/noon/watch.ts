import { readFile } from 'node:fs/promises'
import { parseMetrics, valueIn } from '#server/testing/read-metrics.ts'
import type { Server } from '../../reliability/installation.ts'
import { send } from '../http.ts'

export const metricsToken = 'only-for-the-benchmark'

type Metrics = { lagMs: number; heapMb: number; streams: number; failed: number }

/** Reads a server's own metrics; its event loop lag is since the previous read. */
async function readMetrics({ origin }: Pick<Server, 'origin'>): Promise<Metrics> {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const { body } = await send(`${origin}/metrics`, { headers })
  const samples = parseMetrics(String(body))
  const value = (name: string, labels = {}) => valueIn(samples, name, labels) ?? 0
  return {
    lagMs: value('nodejs_eventloop_lag_p99_seconds') * 1000,
    heapMb: value('nodejs_heap_size_used_bytes') / mebibyte,
    streams: value('common_table_streams_open'),
    failed: value('common_table_http_request_duration_seconds_count', { status: /^5..$/ }),
  }
}

const mebibyte = 1024 ** 2

/** The resident memory of a process in MiB. */
async function memoryOf({ pid }: Pick<Server, 'pid'>): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024
}

/** Processor time so far in milliseconds; the kernel counts in hundredths of a second. */
async function cpuOf({ pid }: Pick<Server, 'pid'>): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // After the name, which may contain anything, the 12th and 13th fields are user and system time.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** The highest memory and lag of any server, and the processor time of all servers together. */
export type Observed = { memoryMb: number; lagMs: number; cpuMs: number }

/**
 * Samples the servers' memory every half second until the returned function is called, which also reads the
 * event loop lag.
 */
export async function watchServers(servers: Server[]): Promise<() => Promise<Observed>> {
  const readAll = () => Promise.all(servers.map(readMetrics))
  const cpu = async () => (await Promise.all(servers.map(cpuOf))).reduce((sum, one) => sum + one, 0)
  await readAll()
  const before = await cpu()
  let memoryMb = 0
  const sampleMemory = async () => {
    memoryMb = Math.max(memoryMb, ...(await Promise.all(servers.map(memoryOf))))
  }
  const timer = setInterval(() => void sampleMemory().catch(() => undefined), 500)
  return async () => {
    clearInterval(timer)
    await sampleMemory()
    const lags = (await readAll()).map(({ lagMs }) => lagMs)
    return { memoryMb, lagMs: Math.max(...lags), cpuMs: (await cpu()) - before }
  }
}
