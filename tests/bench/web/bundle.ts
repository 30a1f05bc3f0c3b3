import { brotliCompressSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'

type Weight = { part: string; bytes: number; brotli: number }
export type Bundle = { page: string; files: number; brotli: number; weights: Weight[] }

/** Modules by purpose; the first match counts. */
const parts: [part: string, pattern: RegExp][] = [
  ['React', /node_modules\/(react|react-dom|scheduler|use-sync-external-store)\//],
  ['router', /node_modules\/@tanstack\/history\/|\/web\/lib\/router\//],
  ['queries', /node_modules\/@tanstack\/(query-core|react-query)\//],
  ['window over long lists', /node_modules\/@tanstack\/(virtual-core|react-virtual)\//],
  ['validation', /node_modules\/zod\//],
  ['forms', /node_modules\/(react-hook-form|@hookform)\//],
  [
    'headless components',
    /node_modules\/(radix-ui|@radix-ui|@floating-ui|aria-hidden|react-remove-scroll|use-callback-ref|use-sidecar|react-style-singleton|get-nonce|tslib)/,
  ],
  ['icons', /node_modules\/lucide-react\//],
  ['other libraries', /node_modules\//],
  ['contract and domain', /\/(contract|domain)\//],
  ['artwork', /\/artwork/],
  ['our own code', /./],
]

/**
 * The scripts that a page loads before it is usable, by purpose. Their Brotli size is distributed by length.
 */
export async function weighPages(pages: Record<string, string>): Promise<Bundle[]> {
  const built = await build({
    logLevel: 'error',
    build: { write: false, sourcemap: 'hidden' },
  })
  const { output } = built as Rolldown.RolldownOutput
  const chunks = output.filter(item => item.type === 'chunk')
  const byFile = new Map(chunks.map(chunk => [chunk.fileName, chunk]))
  const entry = chunks.find(({ isEntry }) => isEntry)
  return Object.entries(pages).map(([page, module]) => {
    const own = chunks.find(({ moduleIds }) => moduleIds.some(id => id.endsWith(module)))
    const files = new Set<string>()
    const visit = (name: string) => {
      const chunk = byFile.get(name)
      if (!chunk || files.has(name)) return
      files.add(name)
      chunk.imports.forEach(visit)
    }
    for (const chunk of [entry, own]) if (chunk) visit(chunk.fileName)
    return weigh(
      page,
      [...files].flatMap(name => byFile.get(name) ?? []),
    )
  })
}

function weigh(page: string, chunks: Rolldown.OutputChunk[]): Bundle {
  const weights = new Map(parts.map(([part]) => [part, { part, bytes: 0, brotli: 0 }]))
  let total = 0
  for (const { code, map } of chunks) {
    const brotli = brotliCompressSync(code).length
    total += brotli
    for (const [source, bytes] of bytesBySource(code, map)) {
      const part = parts.find(([, pattern]) => pattern.test(source))?.[0] ?? ''
      const weight = weights.get(part)
      if (!weight) continue
      weight.bytes += bytes
      weight.brotli += (bytes / code.length) * brotli
    }
  }
  return { page, files: chunks.length, brotli: total, weights: [...weights.values()] }
}

/** The number of characters in a built file from each module, according to its source map. */
function bytesBySource(code: string, map: Rolldown.SourceMap | null): Map<string, number> {
  const found = new Map<string, number>()
  if (!map) return found
  const lines = code.split('\n')
  let source = 0
  map.mappings.split(';').forEach((line, at) => {
    let column = 0
    let from = ''
    let since = 0
    const count = (until: number) => {
      if (from) found.set(from, (found.get(from) ?? 0) + until - since)
    }
    for (const segment of line.split(',').filter(Boolean)) {
      const [move = 0, other = 0] = decode(segment)
      column += move
      source += other
      count(column)
      from = map.sources[source] ?? ''
      since = column
    }
    count(lines[at]?.length ?? 0)
  })
  return found
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

function decode(segment: string): number[] {
  const numbers: number[] = []
  let value = 0
  let shift = 0
  for (const letter of segment) {
    const digit = digits.indexOf(letter)
    value += (digit & 31) << shift
    shift += 5
    if (digit & 32) continue
    numbers.push(value & 1 ? -(value >> 1) : value >> 1)
    value = 0
    shift = 0
  }
  return numbers
}
