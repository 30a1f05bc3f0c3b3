// On both engines: backups.
import { expect, test } from 'vitest'
import { insertAll, list } from '#kit/server/database/rows.ts'
import { startApp } from '#tests/support/start-app.ts'
import { mergeAuditLog } from './merge-audit-log.ts'

const { db, clock } = await startApp()
const empty = await startApp()

test('audit log entries follow thousands of users to their new ids', async () => {
  const people = Array.from({ length: 22_000 }, (_, i) => 1_000 + i)
  await db.deleteFrom('auditLogs').execute()
  const entries = people.map(id => ({
    userId: id,
    action: 'SIGN_IN_FAILED' as const,
    details: `{"id":${id}}`,
    createdAt: new Date(clock.now().getTime() + id).toISOString(),
  }))
  await insertAll(db, 'auditLogs', entries)
  // Each user gets the id that another one had; the last user is gone.
  const newId = (id: number) => (id === people.at(-1) ? null : id + 1)
  await db.transaction().execute(tx => mergeAuditLog(tx, empty.db, newId))
  const merged = await list(db, 'auditLogs')
  expect(merged).toHaveLength(people.length)
  for (const { userId, details } of merged) expect(userId).toBe(newId(JSON.parse(details).id))
})
