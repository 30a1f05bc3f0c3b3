import type { ReadHeaders, RowError } from '#kit/contract/import-fields.ts'
import { isSame } from '#kit/rules/is-same.ts'
import { foldCode } from '#kit/rules/texts/names.ts'
import { shortened } from '#kit/rules/texts/shortened.ts'
import { trimText } from '#kit/rules/texts/text.ts'
import { HttpError } from '#kit/server/http/errors.ts'
import { CsvError, type CsvRow, readCsv } from './read-csv.ts'

const maxRows = 5_000
const maxCellLength = 10_000
/** A title may stand above the names of the columns. */
const maxRowsAbove = 10

/** A row of an uploaded CSV file. */
export type UploadedRow = {
  /** The line of the file where the row begins; the first line is line 1. */
  line: number
  /** The cell in a column, trimmed; undefined if the file has no such column. */
  cell: (column: string) => string | undefined
  /** Why the row as a whole can't be used: a wrong quote, or more filled cells than the header has columns. */
  problem?: string
}

/** The rows of a file, and a remark if it has columns that no import reads. */
export type UploadedFile = { rows: UploadedRow[]; remarks: RowError[] }

// Most likely because of a comma that should be in quotes.
const tooManyCells = (separator: string) =>
  `It has more cells than there are columns; a text with ${separatorNames.get(separator) ?? `“${separator}”`} must be in quotes`

/** Creates the error that rejects a whole file, from a general message and its details. */
type CreateError = (message: string, details: string) => HttpError

/**
 * The rows of an uploaded CSV file below its header, without blank ones. The case of column names doesn't
 * matter. A file that isn't text or CSV, lacks a column or is too large is rejected as a whole.
 */
export function readCsvUpload(
  file: Uint8Array,
  { required, optional, compared }: ReadHeaders,
  rejection: CreateError = (message, details) => new HttpError(400, message, { details }),
): UploadedFile {
  const known = [...required, ...optional, ...compared]
  const lacks = (columns: string[]) => required.find(column => !columns.includes(foldCode(column)))
  try {
    const { rows: all, separator } = readRows(decode(file), required)
    const names = all.slice(0, maxRowsAbove + 1).map(({ cells }) => columnsOf(cells, known))
    const at = Math.max(
      0,
      names.findIndex(columns => lacks(columns) === undefined),
    )
    const [header, columns = []] = [all[at], names[at]]
    const missing = lacks(columns)
    if (missing !== undefined) {
      const all = required.join(', ')
      throw rejection(
        'Invalid CSV format',
        `The column “${missing}” is missing: the first line must name the columns ${all}`,
      )
    }
    const repeated = known.find(column => isRepeated(foldCode(column), columns))
    if (repeated !== undefined)
      throw rejection('Invalid CSV format', `The column “${repeated}” is there more than once`)
    const below = all.slice(at + 1)
    // Files that were put together have it again.
    const again = below.filter(({ cells }) => lacks(columnsOf(cells, required)) === undefined)
    const other = again.find(({ cells }) => !isSame(columnsOf(cells, known), columns))
    if (other)
      throw rejection(
        'Invalid CSV format',
        `Line ${other.line} names the columns again, but others: import its rows from a file of their own`,
      )
    const rows = below.filter(row => !again.includes(row))
    if (rows.length > maxRows)
      throw new CsvError(`The file has more than ${formatCount(maxRows)} rows below its header`)
    const dropped = (header?.cells ?? []).filter(
      (name, index) =>
        isFilled(name) &&
        !known.some(column => foldCode(column) === columns[index]) &&
        rows.some(({ cells, problem }) => !problem && isFilled(cells[index] ?? '')),
    )
    const uploaded = rows.map(({ line, cells, problem }): UploadedRow => {
      const hasTooMany = cells.slice(columns.length).some(isFilled)
      const wrong = problem ?? (hasTooMany ? tooManyCells(separator) : undefined)
      return {
        line,
        cell: name => (columns.includes(foldCode(name)) ? cellAt(cells, columns, name) : undefined),
        ...(wrong && { problem: wrong }),
      }
    })
    const remarks = [
      ...all.slice(0, at).map(row => leftOut(row.line, row.cells, 'It is above the names of the columns')),
      ...(dropped.length > 0 ? [leftOut(header?.line ?? 1, dropped, notRead(dropped.length))] : []),
      ...again.map(row => leftOut(row.line, row.cells, 'It names the columns again')),
    ]
    return { rows: uploaded, remarks }
  } catch (error) {
    throw error instanceof CsvError ? rejection('Failed to parse CSV file', error.message) : error
  }
}

const notRead = (count: number) => `An import doesn’t read ${count === 1 ? 'this column' : 'these columns'}`

const leftOut = (row: number, cells: string[], reason: string): RowError => ({
  row,
  message: `Row ${row}: ${shortened(cells.filter(isFilled).join(', '), 200)} left out: ${reason}`,
})

/**
 * The names of the columns, folded. What forms and people add to a name doesn't count ('Name *', 'Phone (required):')
 * if only without it a column is known.
 */
function columnsOf(cells: string[], known: readonly string[]): string[] {
  const names = new Set(known.map(foldCode))
  const written = cells.map(foldCode)
  return written.map(own => {
    let [name, before] = [own, '']
    while (!names.has(name) && name !== before && name.length <= 200)
      [name, before] = [name.replace(/^[*:] *| *(?:[*:]|\([^()]*\)|\[[^[\]]*\])$/, ''), name]
    return names.has(name) && !written.includes(name) ? name : own
  })
}

/** UTF-8, or UTF-16 with a byte order mark, which spreadsheets call Unicode text. */
function decode(file: Uint8Array): string {
  const [first, second] = file
  const isLittle = first === 0xff && second === 0xfe
  const isBig = first === 0xfe && second === 0xff
  try {
    const encoding = isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8'
    const text = new TextDecoder(encoding, { fatal: true }).decode(file)
    if (!text.includes('\0')) return text
  } catch {
    // Falls through to the same rejection.
  }
  throw new CsvError('The file is not UTF-8 text: in a spreadsheet, save it as “CSV UTF-8”')
}

/** Stops at the first row above the limit, however long the file is. */
function readRows(text: string, requiredColumns: readonly string[]): { rows: CsvRow[]; separator: string } {
  const { separator, rest } = separatorOf(text, requiredColumns)
  const most = maxRowsAbove + 1 + maxRows + 1
  const filled = readCsv(withoutOuterBlanks(rest, separator), { separator, maxRows: most })
    .map(row => ({ ...row, cells: row.cells.map(withoutFormula) }))
    .filter(({ cells, problem }) => problem !== undefined || cells.some(isFilled))
  const long = filled.find(({ cells }) => cells.some(cell => cell.length > maxCellLength))
  if (long)
    throw new CsvError(`A cell in line ${long.line} is longer than ${formatCount(maxCellLength)} characters`)
  if (filled.length === 0) throw new CsvError('The file is empty')
  return { rows: filled, separator }
}

/** The text of a cell such as `="0828"`, which programs write so that spreadsheets keep it as it is. */
const withoutFormula = (cell: string) =>
  /^="(?:[^"]|"")*"$/.test(cell) ? cell.slice(2, -1).replaceAll('""', '"') : cell

/**
 * Without the blanks around quoted cells: copied text has no-break and invisible ones there. Also without a formula's
 * sign in front of the quote, as in `="0828"`.
 */
function withoutOuterBlanks(text: string, separator: string): string {
  const edge = `[\\${separator}\\r\\n]`
  // A cell is matched whole, so that nothing inside it changes.
  const quoted = new RegExp(`(^|${edge})${blanks}=?("[^"]*(?:""[^"]*)*")${blanks}(?=${edge}|$)`, 'g')
  return text.replace(quoted, '$1$2')
}

const blanks = '[ \\xA0\\u2000-\\u200F\\u202A-\\u202F\\u2060\\u3000\\uFEFF]*'

const separatorNames = new Map([
  [',', 'a comma'],
  [';', 'a semicolon'],
  ['\t', 'a tab'],
])
const separators = [...separatorNames.keys()]

/**
 * What separates the cells: what a line such as `sep=;` says, which spreadsheets write and skip; otherwise whichever
 * makes the first lines hold the columns, since spreadsheets in many countries write semicolons.
 */
function separatorOf(text: string, requiredColumns: readonly string[]): { separator: string; rest: string } {
  // Never a blank, not even an invisible one: looking for the blanks around quoted cells would then take forever.
  const named = /^[\uFEFF \xA0]*"?sep *= *"?(\\t|[!#-/:-@[-`{-~]|\t)"?[\s,;]*?(?=[\r\n]|$)/i.exec(
    text.slice(0, 1000),
  )
  // The line break stays, so that lines keep their numbers.
  if (named?.[1]) return { separator: named[1].replace('\\t', '\t'), rest: text.slice(named[0].length) }
  const top = text.slice(0, maxCellLength).split(/[\r\n]+/, 2 * maxRowsAbove)
  const countIn = (separator: string) => {
    const cells = top.flatMap(line => line.split(separator).map(name => name.replace(/["=]/g, '')))
    const names = columnsOf(cells, requiredColumns)
    return requiredColumns.filter(column => names.includes(foldCode(column))).length
  }
  const best = Math.max(...separators.map(countIn))
  return { separator: separators.find(separator => countIn(separator) === best) ?? ',', rest: text }
}

const cellAt = (cells: string[], columns: string[], name: string) =>
  trimText(cells[columns.indexOf(foldCode(name))] ?? '')

const isRepeated = (column: string, columns: string[]) =>
  columns.indexOf(column) !== columns.lastIndexOf(column)

const isFilled = (cell: string) => trimText(cell) !== ''

const formatCount = (count: number) => count.toLocaleString('en-US')
