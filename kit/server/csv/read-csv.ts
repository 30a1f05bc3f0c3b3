import { CsvError as ParseError, parse } from 'csv-parse/sync'

/** A row with a problem can't be read; its cells are only what the line looks like. */
export type CsvRow = { line: number; cells: string[]; problem?: string }

/** Thrown for a text that isn't CSV; the message says where. */
export class CsvError extends Error {}

/** More columns than any list has: a text with more is not a table and would only waste time. */
const maxCells = 1000

type Options = {
  /** The character between cells. */
  separator?: string
  /** Reading stops after so many rows. */
  maxRows?: number
}

/**
 * Reads CSV without its empty rows; `line` is where a row begins in the file, the first line being 1. Blanks around
 * quoted cells don't count. A wrong quote costs its row; one that is never closed, the whole text.
 */
export function readCsv(
  text: string,
  { separator = ',', maxRows = Number.POSITIVE_INFINITY }: Options = {},
): CsvRow[] {
  const bytes = Buffer.from(text.replace(/^\uFEFF/, ''))
  const lines = findLines(bytes, separator)
  const rows: CsvRow[] = []
  let start = 0
  while (start < bytes.length && rows.length < maxRows) {
    const rest = bytes.subarray(start)
    let end = 0
    const onRecord = (cells: string[], { bytes: next }: { bytes: number }) => {
      const isFilled = cells.some(cell => cell !== '')
      const problem = isTorn(cells) && { problem: tornText }
      if (isFilled) rows.push({ line: lines.firstFilled(start + end), cells, ...problem })
      end = next
      if (rows.length >= maxRows) throw new EnoughRows()
      return null
    }
    try {
      parse(rest, {
        delimiter: separator,
        record_delimiter: ['\r\n', '\n', '\r'],
        trim: true,
        skip_empty_lines: true,
        relax_column_count: true,
        on_record: onRecord,
      })
      return rows
    } catch (error) {
      if (error instanceof EnoughRows) return rows
      if (!(error instanceof ParseError)) throw error
      if (error.code === 'CSV_QUOTE_NOT_CLOSED') {
        const opening = rest.indexOf('"', Number(error.bytes))
        throw new CsvError(`The quote in line ${lines.at(start + opening)} is never closed`)
      }
      // Reading goes on at the next line, so that a stray quote can't swallow the rows below.
      const line = lines.firstFilled(start + end)
      const next = lines.startOf(line + 1)
      const raw = bytes.toString('utf8', lines.startOf(line), next).trim()
      rows.push({ line, cells: raw.split(separator), problem: strayQuote })
      start = next
    }
  }
  return rows
}

export const strayQuote =
  'A quotation mark is out of place: a cell that contains one must be in quotes, with the mark itself doubled'

const tornText = 'Typographic quotation marks don’t keep a text together: it needs straight ones (")'

/** Whether a text between “ and ”, as word processors write quotes, was divided. */
function isTorn(cells: string[]): boolean {
  const opening = cells.findIndex(cell => /^[“„«][^”“»]*$/.test(cell))
  return opening >= 0 && cells.slice(opening + 1).some(cell => /^[^“„«]+[”“»]$/.test(cell))
}

class EnoughRows extends Error {}

const [newline, carriageReturn, quote] = [10, 13, 34]

/** Where the lines of a text begin. Rejects a line with too many cells before much work is done for them. */
function findLines(bytes: Buffer, separator: string) {
  const separating = separator.charCodeAt(0)
  const starts = [0]
  let cells = 1
  let isQuoted = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === newline || byte === carriageReturn) {
      if (byte === carriageReturn && bytes[at + 1] === newline) at += 1
      starts.push(at + 1)
      cells = 1
      isQuoted = false
    } else if (byte === quote) isQuoted = !isQuoted
    else if (byte === separating && !isQuoted) {
      cells += 1
      if (cells > maxCells) throw new CsvError(`Line ${starts.length} has more than 1,000 cells`)
    }
  }
  const startOf = (line: number) => starts[line - 1] ?? bytes.length
  const isBlank = (line: number) => bytes.toString('utf8', startOf(line), startOf(line + 1)).trim() === ''
  // Offsets are asked for in ascending order.
  let current = 1
  const lineAt = (offset: number) => {
    while (startOf(current + 1) <= offset && current < starts.length) current += 1
    return current
  }
  return {
    startOf,
    at: lineAt,
    /** The first line from there on that isn't blank. */
    firstFilled: (offset: number) => {
      let line = lineAt(offset)
      while (line < starts.length && isBlank(line)) line += 1
      return line
    },
  }
}
