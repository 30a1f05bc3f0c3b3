import { readFile, writeFile } from 'node:fs/promises'

export const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')

/** Prints figures, and with `--write` puts them in place of the ones before in docs/performance.md. */
export async function publish(parts: string[], place: 'figures' | 'pages', writes = false): Promise<void> {
  const figures = parts.join('\n\n')
  console.log(`\n${figures}`)
  if (!writes) return
  const file = new URL('../../docs/performance.md', import.meta.url)
  const between = new RegExp(`(?<=<!-- ${place}: begin -->\n).*(?=<!-- ${place}: end -->)`, 's')
  await writeFile(
    file,
    (await readFile(file, 'utf8')).replace(between, () => `\n${figures}\n\n`),
  )
}
