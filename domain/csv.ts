/** The value of a cell to write. */
export type Cell = string | number | boolean | null

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

/** The text of a cell to read: without the guard, and empty where a program wrote a word for nothing. */
export const textOfCell = (cell: string): string => (nothing.test(cell) ? '' : withoutGuard(cell))

const nothing = /^(?:[-–—]+|[Nn]\/[Aa]|NULL|null|NaN|nan|[Nn]one|<NA>|\\N)$/

function writeCell(value: Cell): string {
  const text = typeof value === 'string' && /^'*[=+\-@\t\r\n]/.test(value) ? `'${value}` : String(value ?? '')
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
