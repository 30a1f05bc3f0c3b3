import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import type { EngineReport } from './http/engines.ts'
import { median } from './statistics.ts'

/** Tables of the measurements, with our throughput as a ratio of the bare server's. */
export function report(reports: EngineReport[]): string {
  const machine = `Node ${process.versions.node}, ${availableParallelism()} cores, shared with database and load generator; 20 people at once, each sending its next request after the reply to the last one.`
  const head = 'engine, scenario, size, per second, bare server, ratio, p99, CPU each, bare server'.split(
    ', ',
  )
  const rows = reports.flatMap(({ engine, measured }) =>
    measured.map(({ name, bytes, ours, bare, p99, cpuMs, bareCpuMs }) => [
      engine,
      name,
      `${(bytes / 1000).toFixed(1)} kB`,
      spread(ours),
      spread(bare),
      (median(ours) / median(bare)).toFixed(2),
      `${p99} ms`,
      `${cpuMs.toFixed(2)} ms`,
      `${bareCpuMs.toFixed(2)} ms`,
    ]),
  )
  const memory = reports.map(({ engine, readyMs, memory: { idle, loaded, peak } }) => [
    engine,
    `${Math.round(readyMs)} ms`,
    ...[idle, loaded, peak].map(megabytes => `${Math.round(megabytes)} MB`),
  ])
  return [
    machine,
    table(head, rows),
    table(['engine', 'ready after', 'memory idle', 'memory after load', 'peak memory'], memory),
  ].join('\n\n')
}

/** The median and the range of the rounds. */
const spread = (values: number[]) =>
  `${count(median(values))} (${count(Math.min(...values))}–${count(Math.max(...values))})`

const count = (value: number) => Math.round(value).toLocaleString('en-US')

export const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')

/** Prints figures, and with `--write` puts them in place of the ones before in docs/performance.md. */
export async function publish(figures: string, part: 'figures' | 'pages', writes = false): Promise<void> {
  console.log(`\n${figures}`)
  if (!writes) return
  const file = new URL('../../docs/performance.md', import.meta.url)
  const between = new RegExp(`(?<=<!-- ${part}: begin -->\n).*(?=<!-- ${part}: end -->)`, 's')
  await writeFile(
    file,
    (await readFile(file, 'utf8')).replace(between, () => `\n${figures}\n\n`),
  )
}
