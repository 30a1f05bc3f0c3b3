import { monitorEventLoopDelay } from 'node:perf_hooks'

/* Imported by a server of the benchmark: the parent process may ask what it has used. */

/** `lagMs` is the event loop lag at p99, since the process started or was told to begin again. */
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
  if (message !== 'usage' && message !== 'begin') return
  const { user, system } = process.cpuUsage()
  const cpuMs = (user + system) / 1000
  const usage: Usage = { cpuMs, rssMb: rssMb(), peakMb, lagMs: lag.percentile(99) / 1e6 }
  if (message === 'begin') lag.reset()
  process.send?.(usage)
})
