import { beforeEach } from 'vitest'
import { listTrash, restoreTrash } from '#features/trash/contract.ts'
import type { CallInput, Endpoint } from '#kit/contract/endpoint.ts'
import { startApp } from '#tests/support/start-app.ts'

/** A server with people who delete and restore. Whatever can be deleted is removed before each test. */
export async function startTrash() {
  const app = await startApp()
  const { db } = app
  const [admin, otherAdmin, root, ana, ben] = [
    await app.admin(),
    await app.admin(),
    await app.superUser(),
    await app.user(),
    await app.user({ department: 'Finance' }),
  ]
  /** Signs in for each call, since sessions expire when the clock advances by days. */
  const as = (user: { id: number }) => ({
    call: <E extends Endpoint>(endpoint: E, input?: CallInput<E>) => app.as(user).call(endpoint, input),
  })
  const asRoot = as(root)

  beforeEach(async () => {
    for (const table of ['restaurants', 'favorites', 'trash', 'auditLogs', 'systemAlerts'] as const)
      await db.deleteFrom(table).execute()
  })

  return {
    ...app,
    people: { admin, otherAdmin, root, ana, ben },
    asAdmin: as(admin),
    asRoot,
    asAna: as(ana),
    actions: async () => (await app.audited()).map(([action]) => action),
    restore: (kind: 'restaurant' | 'rating' | 'alert', ...ids: number[]) =>
      asRoot.call(restoreTrash, { body: { kind, ids } }),
    trash: async (query = {}) => (await asRoot.call(listTrash, { query })).body,
  }
}
