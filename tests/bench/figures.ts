import { readFile, writeFile } from 'node:fs/promises'

const document = new URL('../../docs/performance.md', import.meta.url)

/** Writes a report between the marks with its name in docs/performance.md. */
export const writeReport = (name: string, text: string): Promise<void> => rewriteReport(name, () => text)

/** Like `writeReport`, for reports that depend on what is there already. */
export async function rewriteReport(name: string, rewrite: (before: string) => string): Promise<void> {
  const begin = `<!-- ${name}: begin -->`
  const end = `<!-- ${name}: end -->`
  const before = await readFile(document, 'utf8')
  const [head, rest] = before.split(begin)
  const [kept, tail] = rest?.split(end) ?? []
  if (head === undefined || kept === undefined || tail === undefined)
    throw new Error(`docs/performance.md has no marks for ${name}`)
  await writeFile(document, `${head}${begin}\n\n${rewrite(kept)}\n\n${end}${tail}`)
}

export const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')
