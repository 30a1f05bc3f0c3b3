/** The value of a cell to write. */
export type Cell = string | number | boolean | null

/** One record; `line` is where it begins in the file, the header being line 1. */
export type CsvRow = { line: number; cells: string[] }

/** Thrown for a text that isn't CSV; the message says where. */
export class CsvError extends Error {}

/** More columns than any list has: a text with more is not a table and would only waste time. */
const maxCells = 1000

/**
 * Reads CSV according to RFC 4180: commas, quotes and line breaks may appear within quotes. Line breaks of all
 * systems, a byte order mark, a missing last line break and empty lines are accepted; text beside the quotes of a
 * cell is kept. Yields row by row, so that the caller can stop early.
 */
export function* csvRows(text: string): Generator<CsvRow> {
  const plainText = /[^,\r\n]+/y
  let at = text.startsWith('\uFEFF') ? 1 : 0
  let line = 1
  let row: CsvRow = { line, cells: [] }
  let cell = ''
  let wasQuoted = false
  while (true) {
    const char = text[at]
    if (char === ',') {
      row.cells.push(cell)
      if (row.cells.length >= maxCells) throw new CsvError(`Line ${line} has more than 1,000 cells`)
      cell = ''
      at += 1
    } else if (char === '"') {
      const quoted = readQuoted(text, at, line)
      cell = quoted.content
      wasQuoted = true
      line += countLineBreaks(quoted.content)
      at = quoted.end
    } else if (char === '\r' || char === '\n' || char === undefined) {
      const isEmptyLine = row.cells.length === 0 && cell === '' && !wasQuoted
      line += 1
      if (isEmptyLine) row.line = line
      else {
        row.cells.push(cell)
        yield row
        row = { line, cells: [] }
        cell = ''
        wasQuoted = false
      }
      if (char === undefined) return
      at += char === '\r' && text[at + 1] === '\n' ? 2 : 1
    } else {
      plainText.lastIndex = at
      const [run = char] = plainText.exec(text) ?? []
      cell += run
      at += run.length
    }
  }
}

export const parseCsv = (text: string): CsvRow[] => [...csvRows(text)]

export type CsvRecord = { line: number; values: Record<string, string> }

/** The rows below the header, each cell by the name of its column; missing cells are empty. */
export function parseCsvTable(text: string): { columns: string[]; records: CsvRecord[] } {
  const [header, ...rows] = parseCsv(text)
  const columns = (header?.cells ?? []).map(name => name.trim())
  const records = rows.map(({ line, cells }) => ({
    line,
    values: Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? ''])),
  }))
  return { columns, records }
}

/**
 * Writes rows according to RFC 4180. Texts that a spreadsheet would run as a formula are guarded with an apostrophe
 * in front. So are texts that already look guarded; otherwise, reading would remove their own apostrophe.
 */
export function writeCsv(rows: Cell[][]): string {
  return rows.map(row => `${row.map(writeCell).join(',')}\r\n`).join('')
}

/** A cell without the apostrophe that `writeCsv` added. */
export function withoutGuard(cell: string): string {
  return /^'+[=+\-@\t\r\n]/.test(cell) ? cell.slice(1) : cell
}

function writeCell(value: Cell): string {
  const text = typeof value === 'string' && /^'*[=+\-@\t\r\n]/.test(value) ? `'${value}` : String(value ?? '')
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function readQuoted(text: string, start: number, line: number): { content: string; end: number } {
  let content = ''
  let at = start + 1
  while (true) {
    const quote = text.indexOf('"', at)
    if (quote === -1) throw new CsvError(`The quote in line ${line} is never closed`)
    content += text.slice(at, quote)
    if (text[quote + 1] !== '"') return { content, end: quote + 1 }
    content += '"'
    at = quote + 2
  }
}

const countLineBreaks = (text: string) => text.match(/\r\n|\r|\n/g)?.length ?? 0
