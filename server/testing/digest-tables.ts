import { createHash } from 'node:crypto'
import type { TestApp } from './start-app.ts'

/**
 * A digest of each table, except those that change with any request or in the background: sessions (last use), throttle
 * counters, slow requests and deliveries.
 */
export async function digestTables({ db }: Pick<TestApp, 'db'>): Promise<Record<string, string>> {
  const tables = (await db.introspection.getTables()).map(({ name }) => name)
  const digests: Record<string, string> = {}
  for (const table of tables.filter(
    name => !/^(sessions|throttles|deliveries|slowRequests|sqlite_.*)$/.test(name),
  )) {
    const rows = await db
      .selectFrom(table as 'users')
      .selectAll()
      .execute()
    const texts = rows.map(row => JSON.stringify(row)).sort()
    digests[table] = createHash('sha256').update(texts.join('\n')).digest('hex')
  }
  return digests
}
