import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { megabytes } from '#kit/rules/units.ts'
import { backupTableNames, type Schema } from '#kit/server/database/schema.ts'
import { damaged, type Header, headerOf, type OnRow } from './backup-format.ts'

/** The maximum size of a format 1 document, unchanged since that format was in use. */
const maxBytes = 64 * megabytes
/** Far more than such a document has rows. Parsing a document of nothing but brackets would take gigabytes. */
const maxBrackets = 2_000_000

const Tables = z.record(z.string(), z.array(z.unknown()))
const parts = ['format', 'version', 'createdAt', 'appVersion', 'counts', 'tables', 'checksums']

/** Reads a document of format 1: a single JSON value with a list of rows and a checksum for each table. */
export async function readFirstFormat(
  source: AsyncIterable<Buffer>,
  schema: Schema,
  onRow: OnRow,
): Promise<Header> {
  const known = backupTableNames(schema.tables)
  const document = await parse(source)
  const header = headerOf(document, schema)
  const unknown = Object.keys(document).find(part => !parts.includes(part))
  if (unknown !== undefined) throw damaged(`it has an unknown part, ${unknown.slice(0, 40)}`)
  const tables = Tables.safeParse(document.tables).data
  if (!tables) throw damaged('its tables are not lists')
  const checksums = z.record(z.string(), z.string()).safeParse(document.checksums).data ?? {}
  const counts = z.record(z.string(), z.int()).safeParse(document.counts).data
  const unknownTable = Object.keys(tables).find(name => !known.some(table => table === name))
  if (unknownTable !== undefined) throw damaged(`it has an unknown table, ${unknownTable.slice(0, 40)}`)
  for (const table of known) {
    const rows = tables[table]
    // A table without a count was added in a later version.
    if (!rows && counts && !Object.hasOwn(counts, table)) continue
    if (!rows) throw damaged(`its table ${table} is missing`)
    const hash = createHash('sha256')
    for (const row of rows) {
      hash.update(`${JSON.stringify(row)}\n`)
      await onRow(table, row)
    }
    if (checksums[table] !== hash.digest('hex'))
      throw damaged(`its table ${table} was changed or damaged after it was written`)
  }
  return header
}

async function parse(source: AsyncIterable<Buffer>): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  let size = 0
  let brackets = 0
  for await (const chunk of source) {
    chunks.push(chunk)
    size += chunk.length
    for (const byte of chunk) if (byte === 0x5b || byte === 0x7b) brackets += 1
    if (size > maxBytes) throw damaged('it is larger than 64 MB')
    if (brackets > maxBrackets) throw damaged('it has too many rows')
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    throw damaged('it is not a complete document')
  }
  throw damaged('it is not a backup of Common Table')
}
