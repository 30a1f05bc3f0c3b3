// On both engines: dialect.
import { type ColumnMetadata, sql } from 'kysely'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { engineOf } from '#kit/server/database/drivers/dialect.ts'
import { backupTableNames, tableNames } from '#kit/server/database/schema.ts'
import { keptColumns, leftOut, rowSchema, table } from '#kit/server/database/tables/table.ts'
import { startApp } from '#tests/support/start-app.ts'
import { tables } from './tables.ts'

/*
 * Compares `tables.ts` with the migrated database: a new table or column fails here if `tables.ts` doesn't
 * describe it, or describes it differently from its migration.
 */

const { db } = await startApp()

test('every table and column of the database is described correctly', async () => {
  const found = (await db.introspection.getTables()).map(({ name, columns }) => [
    name,
    Object.fromEntries(columns.map(column => [column.name, traitsOf(column, name)])),
  ])
  const described = tableNames(tables).map(name => [
    name,
    Object.fromEntries(
      Object.entries(tables[name].columns as Record<string, z.ZodMiniType>).map(([column, schema]) => [
        column,
        describedTraits(schema, tables[name].hasAutoId && column === 'id'),
      ]),
    ),
  ])
  expect(Object.fromEntries(described)).toEqual(Object.fromEntries(found))
})

test.runIf(engineOf(db) === 'sqlite')('a table in backups refers only to earlier tables', async () => {
  for (const [index, name] of backupTableNames(tables).entries()) {
    const { rows } = await sql<{
      table: string
    }>`select "table" from pragma_foreign_key_list(${name})`.execute(db)
    const earlier: string[] = backupTableNames(tables).slice(0, index)
    for (const reference of rows)
      expect(earlier, `${name} refers to ${reference.table}`).toContain(reference.table)
  }
})

test('an older row gets the defaults of newer columns and its renamed columns, and loses left-out columns', () => {
  const described = table(
    {
      name: z.string(),
      parking: z._default(z.nullable(z.string()), null),
      seats: z._default(z.int(), 4),
      total: leftOut('counted', z._default(z.int(), 0)),
    },
    { upgrade: ({ title, ...row }) => (title === undefined ? row : { ...row, name: title }) },
  )
  const row = rowSchema(described)
  expect(keptColumns(described)).toEqual(['id', 'name', 'parking', 'seats'])
  expect(row.parse({ id: 1, title: 'Soup', total: 7 })).toEqual({
    id: 1,
    name: 'Soup',
    parking: null,
    seats: 4,
  })
  expect(row.parse({ id: 1, name: 'Soup', parking: 'yes', seats: 2 })).toEqual({
    id: 1,
    name: 'Soup',
    parking: 'yes',
    seats: 2,
  })
  for (const rejected of [{ id: 1 }, { id: 1, name: 'Soup', unknown: 1 }, { name: 'Soup' }, [], null])
    expect(row.safeParse(rejected).success).toBe(false)
  expect(rowSchema(described, 'name').parse({ id: 1, name: 'Soup' })).toEqual({
    id: 1,
    parking: null,
    seats: 4,
  })
})

type Traits = { type: string; isNullable: boolean; isOptional: boolean }

function traitsOf(column: ColumnMetadata, inTable: string): Traits {
  const { name, dataType, isNullable, isAutoIncrementing, hasDefaultValue } = column
  const type = sameTypes[dataType.toLowerCase()]
  // SQLite reports the columns of a primary key as nullable.
  const isKey = Object.hasOwn(tables, inTable) && tables[inTable as 'users'].key.includes(name)
  return {
    type: type ?? dataType.toLowerCase(),
    isNullable: isNullable && !isKey,
    isOptional: isAutoIncrementing || hasDefaultValue,
  }
}

// One name for the types that the engines name differently, and for integers of all sizes.
const sameTypes: Record<string, string> = {
  int4: 'integer',
  int8: 'integer',
  bigint: 'integer',
  float8: 'double precision',
  bool: 'boolean',
  bytea: 'blob',
}

const engineTypes: Record<string, string> = {
  int: 'integer',
  number: 'double precision',
  boolean: 'boolean',
  string: 'text',
  enum: 'text',
  custom: 'blob',
}

function describedTraits(schema: z.ZodMiniType, isOptional: boolean, isNullable = false): Traits {
  if (schema instanceof z.ZodMiniDefault)
    return describedTraits(schema.def.innerType as z.ZodMiniType, true, isNullable)
  if (schema instanceof z.ZodMiniNullable)
    return describedTraits(schema.def.innerType as z.ZodMiniType, isOptional, true)
  const { type, format } = schema.def as { type: string; format?: string }
  return {
    type: engineTypes[format === 'safeint' ? 'int' : type] ?? type,
    isOptional: isOptional && !isNullable,
    isNullable,
  }
}
