import { compareNames } from './texts/names.ts'

/** Sorts rows by a text or a number. Rows with null come last in either order, and equal rows keep their order. */
export function sortedBy<Row>(
  rows: readonly Row[],
  order: 'asc' | 'desc',
  keyOf: (row: Row) => string | number | null,
): Row[] {
  const sign = order === 'asc' ? 1 : -1
  const keyed = rows.map(row => ({ row, key: keyOf(row) }))
  keyed.sort((a, b) => {
    if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null)
    return sign * compareKeys(a.key, b.key)
  })
  return keyed.map(({ row }) => row)
}

function compareKeys(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : compareNames(String(a), String(b))
}
