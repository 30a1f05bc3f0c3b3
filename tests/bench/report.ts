import { readFile, writeFile } from 'node:fs/promises'

export const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')

export const count = (value: number) => Math.round(value).toLocaleString('en-US')

/** The smallest value that is at least as large as this share of all values; NaN if there are none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)

/** Prints figures, and with `--write` puts them in place of the ones before in docs/performance.md. */
export async function publish(parts: string[], place: 'figures' | 'pages', writes = false): Promise<void> {
  const figures = parts.join('\n\n')
  console.log(`\n${figures}`)
  if (!writes) return
  const file = new URL('../../docs/performance.md', import.meta.url)
  const between = new RegExp(`(?<=<!-- ${place}: begin -->\n).*(?=<!-- ${place}: end -->)`, 's')
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace(between, `\n${figures}\n\n`))
}
