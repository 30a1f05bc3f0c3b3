import { hash } from 'node:crypto'
import { tables } from '#app/tables.ts'
import { backupTableNames, type Db, type TableName, tableNames } from '#kit/server/database/schema.ts'
import { keptColumns } from '#kit/server/database/tables/table.ts'
import type { TestApp } from '#tests/support/start-app.ts'

/** The SHA-256 of each of these tables. Equal on both engines if, and only if, what is in these columns is equal. */
async function digest<T extends TableName>(db: Db, names: T[], columnsOf: (name: T) => string[]) {
  const digests = names.map(async name => {
    let query = db.selectFrom(name as 'users').select(columnsOf(name) as 'id'[])
    for (const column of tables[name].key) query = query.orderBy(column as 'id')
    return [name, hash('sha256', JSON.stringify(await query.execute()))]
  })
  return Object.fromEntries(await Promise.all(digests)) as Record<T, string>
}

/** What backups have, with all pictures. */
export const digestOf = (db: Db) =>
  digest(db, [...backupTableNames(tables), 'images' as const], name => keptColumns(tables[name]))

/** Waits for the work that earlier requests left to the background. */
export async function backgroundDone(deps: TestApp['deps']): Promise<void> {
  // What one job has done may be work for another, such as notices of a lunch that was made.
  for (let round = 0; round < 3; round += 1)
    await Promise.all(Object.values(deps.jobs).map(job => job.settled()))
}

/**
 * Everything once the work that earlier requests left to the background is done (a mail's link is made when it is sent),
 * except what changes with any request: sessions (last use), throttle counters, slow requests and deliveries.
 */
export async function digestTables({ db, deps }: Pick<TestApp, 'db' | 'deps'>) {
  await backgroundDone(deps)
  const lasting = tableNames(tables).filter(
    name => !['sessions', 'throttles', 'deliveries', 'slowRequests'].includes(name),
  )
  return digest(db, lasting, name => Object.keys(tables[name].columns))
}
