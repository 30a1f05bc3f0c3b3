import { compareNames } from '#kit/rules/texts/names.ts'
import { list } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'

export const readRows = (db: Db, campusCode: string | undefined) =>
  list(db, 'restaurants', campusCode === undefined ? {} : { campusCode }, { order: ['id'] })

/** The restaurants of one or all campuses, cached because reading and sorting thousands is slower than using them. */
export const rowsByName = (
  { cache }: Deps,
  campusCode: string | undefined,
): Promise<readonly Row<'restaurants'>[]> =>
  cache.get(
    JSON.stringify(['restaurants by name', campusCode]),
    async db => (await readRows(db, campusCode)).sort(byName),
    { sizeOf: rows => rows.length * 1_500 },
  )

export const byName = (a: Row<'restaurants'>, b: Row<'restaurants'>) => compareNames(a.name, b.name)
