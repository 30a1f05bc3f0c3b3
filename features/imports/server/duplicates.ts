import { foldName, foldWords } from '#kit/rules/texts/search.ts'
import { partsOf } from '#kit/server/database/batches.ts'
import type { ImportedRestaurant } from '../contract.ts'

export type Place = { name: string; address: string; yelpId?: string | null }
export type ImportRow = Place & Pick<ImportedRestaurant, 'row' | 'status' | 'message' | 'remarks'>

/** Marks rows that the campus already has or that repeat an earlier row. */
export async function markDuplicates<Row extends ImportRow>(rows: Row[], present: Place[]): Promise<Row[]> {
  const seen = new Map<string, number | null>()
  for await (const some of partsOf(present)) for (const key of some.flatMap(keysOf)) seen.set(key, null)
  const mark = (row: Row): Row => {
    if (row.status === 'faulty') return row
    const keys = keysOf(row)
    const taken = keys.find(key => seen.has(key))
    if (taken === undefined) {
      for (const key of keys) seen.set(key, row.row)
      return row
    }
    const earlier = seen.get(taken)
    const reason = earlier ? `The same as row ${earlier}` : 'This campus has it already'
    return { ...row, status: 'duplicate', message: `Row ${row.row}: ${reason}` }
  }
  const marked: Row[] = []
  for await (const some of partsOf(rows)) marked.push(...some.map(mark))
  return marked
}

/** Two places of a campus are the same if they share any of these keys. */
export function keysOf({ name, address, yelpId }: Place): string[] {
  const key = JSON.stringify([foldName(name), foldWords(address)])
  return yelpId ? [key, yelpId] : [key]
}
