import { CsvError, type CsvRecord, parseCsvTable } from '#domain/csv.ts'
import { HttpError } from './errors.ts'

const mostRows = 5_000
const longestCell = 10_000

/** A row of an uploaded CSV file. */
export type UploadedRow = {
  /** Where it begins in the file; the header is line 1. */
  line: number
  /** The cell in a column, trimmed; undefined when the file has no such column. */
  cell: (column: string) => string | undefined
}

/**
 * The rows of an uploaded CSV file below its header, without blank ones; the names of columns count whatever the case. Refused
 * as a whole is what isn't UTF-8 or CSV, lacks a column, or is too much.
 */
export function readCsvUpload(file: Uint8Array, requiredColumns: readonly string[]): UploadedRow[] {
  const { columns, records } = parse(decode(file))
  const names = new Map(columns.map(column => [column.toLowerCase(), column]))
  if (requiredColumns.some(column => !names.has(column.toLowerCase())))
    throw new HttpError(400, 'Invalid CSV format')
  const rows = records.filter(({ values }) => Object.values(values).some(cell => cell.trim() !== ''))
  if (rows.length > mostRows) throw unreadable(`It has more than ${mostRows.toLocaleString('en-US')} rows`)
  return rows.map(({ line, values }) => {
    const cells = new Map(Object.entries(values))
    const cell = (column: string) => {
      const name = names.get(column.toLowerCase())
      return name === undefined ? undefined : cells.get(name)?.trim()
    }
    return { line, cell }
  })
}

function decode(file: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(file)
    if (!text.includes('\0')) return text
  } catch {
    // Falls through to the same refusal.
  }
  throw unreadable('It is not a text in UTF-8')
}

function parse(text: string): { columns: string[]; records: CsvRecord[] } {
  try {
    const table = parseCsvTable(text)
    for (const { line, values } of table.records) {
      if (Object.values(values).some(cell => cell.length > longestCell))
        throw unreadable(`A cell in line ${line} is too long`)
    }
    return table
  } catch (error) {
    throw error instanceof CsvError ? unreadable(error.message) : error
  }
}

const unreadable = (details: string) => new HttpError(400, 'Failed to parse CSV file', { details })
