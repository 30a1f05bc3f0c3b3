import type { Cell } from '#kit/rules/texts/csv.ts'
import type { ReadHeaders } from './import-fields.ts'

/** A column of a CSV file that this program writes, and may read back. */
export type CsvColumn<Row> = {
  /** As an export writes it; an import ignores upper and lower case. */
  header: string
  /** The cell of a row in an export. */
  write: (row: Row, nameOf: (code: string) => string) => Cell
  /** Set if an import reads the column: whether a file must have it, and its example in the template. */
  read?: { isRequired: boolean; example: string }
  /** Set if an import rejects a row that contradicts what it would write. */
  isCompared?: true
}

/** The columns that an import reads. */
export const importColumns = <Row>(columns: Record<string, CsvColumn<Row>>) =>
  Object.values(columns).flatMap(({ header, read }) => (read ? [{ header, ...read }] : []))

export const readHeaders = <Row>(columns: Record<string, CsvColumn<Row>>): ReadHeaders => {
  const headersOf = (required: boolean) =>
    importColumns(columns).flatMap(({ header, isRequired }) => (isRequired === required ? [header] : []))
  const compared = Object.values(columns).flatMap(({ header, isCompared }) => (isCompared ? [header] : []))
  return { required: headersOf(true), optional: headersOf(false), compared }
}
