import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { megabytes } from '#kit/rules/units.ts'
import { type BackupTable, backupTableNames, type Schema } from '#kit/server/database/schema.ts'
import { withinLimit } from '#kit/server/within-limit.ts'
import { backupLimits, damaged, type Header, headerOf, type OnRow, toDamagedError } from './backup-format.ts'

/** A row is a line, and the longest possible row is far shorter than this. */
const maxLineBytes = 1024 * 1024

/**
 * Reads a backup's document line by line and passes every row to `onRow`, unchecked. Rows must not be used until this
 * returns, because only the document's end shows whether they are intact. Throws 400 if the document is incomplete or
 * damaged, and 409 if it is of a newer version.
 */
export async function readDocument(
  source: AsyncIterable<Buffer>,
  schema: Schema,
  onRow: OnRow,
): Promise<Header> {
  const chunks = limited(source)
  const { value: first = Buffer.alloc(0) } = await chunks.next()
  const all = continued(first, chunks)
  // Format 1 is a single JSON value in any layout.
  const isLines = /^\{"format":"[\w-]{1,40}","version":(?!1\b)/.test(first.toString('utf8', 0, 100))
  return (isLines ? readLines : readFirstFormat)(all, schema, onRow)
}

const TableLine = z.strictObject({ table: z.string(), rows: z.int().check(z.minimum(0)) })
const EndLine = z.strictObject({ sha256: z.string() })

async function readLines(source: AsyncIterable<Buffer>, schema: Schema, onRow: OnRow): Promise<Header> {
  const known = backupTableNames(schema.tables)
  const hash = createHash('sha256')
  const seen = new Set<string>()
  let header: Header | undefined
  let table: BackupTable | 'retired' | undefined
  let rowsLeft = 0
  let isComplete = false
  for await (const line of linesOf(source)) {
    if (isComplete) throw damaged('there is data after its end')
    const value = parseLine(line)
    const end = rowsLeft === 0 && header ? EndLine.safeParse(value).data : undefined
    if (end) {
      if (end.sha256 !== hash.digest('hex')) throw damaged('it was changed or damaged after it was written')
      isComplete = true
      continue
    }
    hash.update(line).update('\n')
    if (!header) header = headerOf(value, schema)
    else if (table && rowsLeft > 0) {
      rowsLeft -= 1
      if (table !== 'retired') await onRow(table, value)
    } else {
      const begun = beginTable(value, known, seen)
      table = begun.table
      rowsLeft = begun.rows
    }
  }
  if (!header || !isComplete) throw damaged('its end is missing')
  return header
}

/** Tables that earlier versions wrote; their rows are left out. */
const retiredTables = ['leftLunches']

function beginTable(
  value: unknown,
  known: BackupTable[],
  seen: Set<string>,
): { table: BackupTable | 'retired'; rows: number } {
  const line = TableLine.safeParse(value).data
  if (!line) throw damaged('it doesn’t have the structure of a backup')
  const table =
    known.find(name => name === line.table) ?? (retiredTables.includes(line.table) ? 'retired' : undefined)
  if (!table) throw damaged(`it has an unknown table, ${line.table.slice(0, 40)}`)
  if (seen.has(line.table)) throw damaged(`it has the table ${line.table} twice`)
  seen.add(line.table)
  return { table, rows: line.rows }
}

async function* linesOf(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of source) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let start = 0
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
      yield bytes.subarray(start, end)
      start = end + 1
    }
    rest = bytes.subarray(start)
    if (rest.length > maxLineBytes) throw damaged('it has a line that is too long')
  }
  if (rest.length > 0) throw damaged('its last line is incomplete')
}

function parseLine(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'))
  } catch {
    throw damaged('one of its lines is not JSON')
  }
}

async function* limited(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* withinLimit(source, backupLimits.documentBytes, () => damaged('it is larger than 1 GB'))
  } catch (error) {
    throw toDamagedError(error, 'it can’t be read completely')
  }
}

async function* continued(first: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield first
    yield* rest
  } finally {
    // A document that is rejected by its first part is closed, too.
    await rest.return(undefined)
  }
}

/** The maximum size of a format 1 document, unchanged since that format was in use. */
const maxBytes = 64 * megabytes
/** Far more than such a document has rows. Parsing a document of nothing but brackets would take gigabytes. */
const maxBrackets = 2_000_000

const Tables = z.record(z.string(), z.array(z.unknown()))
const parts = ['format', 'version', 'createdAt', 'appVersion', 'counts', 'tables', 'checksums']

/** Reads a document of format 1: a single JSON value with a list of rows and a checksum for each table. */
async function readFirstFormat(source: AsyncIterable<Buffer>, schema: Schema, onRow: OnRow): Promise<Header> {
  const known = backupTableNames(schema.tables)
  const value = await parse(source)
  const header = headerOf(value, schema)
  const document = value as Record<string, unknown>
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

async function parse(source: AsyncIterable<Buffer>): Promise<unknown> {
  const chunks: Buffer[] = []
  let brackets = 0
  for await (const chunk of withinLimit(source, maxBytes, () => damaged('it is larger than 64 MB'))) {
    chunks.push(chunk)
    for (const byte of chunk) if (byte === 0x5b || byte === 0x7b) brackets += 1
    if (brackets > maxBrackets) throw damaged('it has too many rows')
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    throw damaged('it is not a complete document')
  }
}
