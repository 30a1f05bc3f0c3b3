import { CsvError, type CsvRow, csvRows } from '#domain/csv.ts'
import { HttpError } from './errors.ts'

const maxRows = 5_000
const maxCellLength = 10_000

/** A row of an uploaded CSV file. */
export type UploadedRow = {
  /** The line of the file where the row begins; the header is line 1. */
  line: number
  /** The cell in a column, trimmed; undefined if the file has no such column. */
  cell: (column: string) => string | undefined
  /**
   * Whether it has more filled cells than the header has columns,
   * most likely because of a comma that should be in quotes.
   */
  isTooLong: boolean
}

/** What is wrong with a row that is too long. */
export const tooManyCells = 'It has more cells than there are columns; a text with a comma must be in quotes'

/** Creates the error that refuses a whole file, from a general message and its details. */
export type CreateError = (message: string, details: string) => HttpError

/**
 * The rows of an uploaded CSV file below its header, without blank ones. The case of column names doesn't
 * matter. A file that isn't UTF-8 or CSV, lacks a column or is too large is refused as a whole.
 */
export function readCsvUpload(
  file: Uint8Array,
  requiredColumns: readonly string[],
  refusal: CreateError = (message, details) => new HttpError(400, message, { details }),
): UploadedRow[] {
  try {
    const [header, ...rows] = readRows(decode(file))
    const columns = (header?.cells ?? []).map(name => name.trim().toLowerCase())
    const missing = requiredColumns.find(column => !columns.includes(column.toLowerCase()))
    if (missing !== undefined) {
      const names = requiredColumns.join(', ')
      throw refusal(
        'Invalid CSV format',
        `The column “${missing}” is missing: the first line must name the columns ${names}`,
      )
    }
    return rows.map(({ line, cells }) => ({
      line,
      cell: name => (columns.includes(name.toLowerCase()) ? cellAt(cells, columns, name) : undefined),
      isTooLong: cells.slice(columns.length).some(isFilled),
    }))
  } catch (error) {
    throw error instanceof CsvError ? refusal('Failed to parse CSV file', error.message) : error
  }
}

function decode(file: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(file)
    if (!text.includes('\0')) return text
  } catch {
    // Falls through to the same refusal.
  }
  throw new CsvError('The file is not UTF-8 text: in a spreadsheet, save it as “CSV UTF-8”')
}

/** Stops at the first row above the limit, however long the file is. */
function readRows(text: string): CsvRow[] {
  const filled: CsvRow[] = []
  for (const row of csvRows(text)) {
    if (row.cells.some(cell => cell.length > maxCellLength))
      throw new CsvError(`A cell in line ${row.line} is longer than ${formatCount(maxCellLength)} characters`)
    if (row.cells.some(isFilled)) filled.push(row)
    if (filled.length > maxRows + 1)
      throw new CsvError(`The file has more than ${formatCount(maxRows)} rows below its header`)
  }
  if (filled.length === 0) throw new CsvError('The file is empty')
  return filled
}

const cellAt = (cells: string[], columns: string[], name: string) =>
  cells[columns.indexOf(name.toLowerCase())]?.trim() ?? ''

const isFilled = (cell: string) => cell.trim() !== ''

const formatCount = (count: number) => count.toLocaleString('en-US')
