import type { Insertable } from 'kysely'
import type * as z from 'zod/mini'
import { tables } from '#app/tables.ts'
import { insert } from '#kit/server/database/rows.ts'
import type { Database, TableName } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import {
  checksOf,
  cut,
  definitionOf,
  notWritten,
  textColumns,
} from '#tests/support/samples/hostile-strings.ts'

export type TableWithId = {
  [T in keyof Database]: Database[T] extends { id: unknown } ? T : never
}[keyof Database]

let count = 0

/**
 * Functions that make and insert single rows of any table, without the API. Columns that aren't given hold this text, as far
 * as it fits, where people write free text, and otherwise what says the least.
 */
export function rowsOf({ db, now }: Pick<Deps, 'db' | 'now'>, text = 'Sample') {
  const free = new Set(textColumns().map(names => names.join('.')))

  function contentOf(name: string, schema: z.ZodMiniType): unknown {
    const { type, entries, defaultValue } = definitionOf(schema)
    if (free.has(name) && !notWritten[name]) {
      const checks = checksOf(schema)
      const max = checks.find(({ check }) => check === 'max_length')?.maximum ?? 500
      return checks.some(({ format }) => format === 'url')
        ? `https://example.org/${cut(text, max - 100)}`
        : cut(text, max)
    }
    if (type === 'default') return defaultValue
    if (type === 'nullable') return null
    if (type === 'boolean') return false
    if (type === 'number') return 1
    if (entries) return Object.values(entries)[0]
    if (name.endsWith('At')) return now().toISOString()
    count += 1
    return `own${count}`
  }

  const rowOf = <T extends keyof Database>(table: T, given: Partial<Insertable<Database[T]>>) => {
    const columns = Object.entries(tables[table].columns as Record<string, z.ZodMiniType>)
    const others = columns.filter(([column]) => column !== 'id' && !(column in given))
    const values = others.map(([column, schema]) => [column, contentOf(`${table}.${column}`, schema)])
    return { ...Object.fromEntries(values), ...given } as Insertable<Database[T]>
  }
  const insertRow = <T extends TableName>(table: T, given: Partial<Insertable<Database[T]>>) =>
    insert(db, table, rowOf(table, given))
  return {
    rowOf,
    insert: insertRow,
    idOf: async <T extends TableWithId>(table: T, given: Partial<Insertable<Database[T]>>) => {
      const { id } = (await insertRow(table, given)) as { id: number }
      return id
    },
  }
}
