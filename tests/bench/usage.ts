import { monitorEventLoopDelay } from 'node:perf_hooks'

/* Imported by a server of the benchmark: the parent process may ask what it has used. */

/** `peakMb` is the most memory so far; `lagMs` is the event loop lag at p99 since the parent last asked. */
export type Usage = { cpuMs: number; rssMb: number; peakMb: number; lagMs: number }

const lag = monitorEventLoopDelay({ resolution: 10 })
lag.enable()

// Sampled: the system's own figure includes the process that started this one, with all the memory that it had.
let peakMb = 0
const rssMb = () => {
  const rss = process.memoryUsage.rss() / 1e6
  peakMb = Math.max(peakMb, rss)
  return rss
}
setInterval(rssMb, 500).unref()

process.on('message', message => {
  if (message !== 'usage') return
  const { user, system } = process.cpuUsage()
  const cpuMs = (user + system) / 1000
  const usage: Usage = { cpuMs, rssMb: rssMb(), peakMb, lagMs: lag.percentile(99) / 1e6 }
  lag.reset()
  process.send?.(usage)
})
