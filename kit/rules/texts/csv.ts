import { trimText } from './text.ts'

/** The value of a cell to write. */
export type Cell = string | number | boolean | null

/**
 * Writes rows according to RFC 4180. Texts that a spreadsheet would run as a formula, or an import take for an empty cell,
 * are guarded with an apostrophe in front. So are texts that already look guarded; otherwise, reading would remove their
 * own apostrophe.
 */
export function writeCsv(rows: Cell[][]): string {
  return rows.map(row => `${row.map(writeCell).join(',')}\r\n`).join('')
}

/** A cell without the apostrophe that `writeCsv` added. */
export function withoutGuard(cell: string): string {
  return cell.startsWith("'") && needsGuard(cell) ? cell.slice(1) : cell
}

/** Whether a program wrote a word for nothing into a cell. */
export const isWordForNothing = (cell: string): boolean => wordForNothing.test(cell)

/** The text of a cell to read: without the guard, and empty where it says a word for nothing. */
export const textOfCell = (cell: string): string => (isWordForNothing(cell) ? '' : withoutGuard(cell))

const wordForNothing = /^(?:[-–—]+|[Nn]\/[Aa]|NULL|null|NaN|nan|[Nn]one|<NA>|\\N)$/

function needsGuard(text: string): boolean {
  const unguarded = text.replace(/^'+/, '')
  // Some spreadsheets skip blanks in front, and take full-width signs for the usual ones.
  return (
    /^[\t\r\n]/.test(unguarded) || /^[=+\-@＝＋－＠]/.test(trimText(unguarded)) || isWordForNothing(unguarded)
  )
}

function writeCell(value: Cell): string {
  const text = typeof value === 'string' && needsGuard(value) ? `'${value}` : String(value ?? '')
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
