import { prepared } from './drivers/prepared.ts'
import type { Db } from './schema.ts'

/** How often each table has changed. */
export type TableVersions = ReadonlyMap<string, number>

const selectVersions = prepared()(db =>
  db
    .selectFrom('tableVersions')
    .select(eb => ['name', eb.fn.sum<number>('version').as('version')])
    .groupBy('name'),
)

export async function readTableVersions(db: Db): Promise<TableVersions> {
  return new Map((await selectVersions(db, {})).map(({ name, version }) => [name, version]))
}

/** How often rows that belong to a user have changed. */
export async function readOwnerVersion(db: Db, userId: number): Promise<number> {
  const row = await db
    .selectFrom('ownerVersions')
    .select('version')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row?.version ?? 0
}
