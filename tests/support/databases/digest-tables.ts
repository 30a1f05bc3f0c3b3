import { createHash } from 'node:crypto'
import type { TestApp } from '#tests/support/start-app.ts'

/**
 * A digest of each table once the work that earlier requests left to the background is done (a mail's link is made when
 * it is sent), except of those that change with any request: sessions (last use), throttle counters, slow requests and
 * deliveries.
 */
export async function digestTables({
  db,
  deps,
}: Pick<TestApp, 'db' | 'deps'>): Promise<Record<string, string>> {
  await Promise.all(Object.values(deps.jobs).map(job => job.settled()))
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
