import type { KyselyPlugin } from 'kysely'
import { createApp } from '#app/app.ts'
import { createSessionFinder } from '#features/accounts/server/sessions/resolve-viewer.ts'
import type { Db } from '#kit/server/database/schema.ts'
import { createVersionedCache } from '#kit/server/jobs/versioned-cache.ts'
import { caller } from '#tests/support/calls/caller.ts'
import { cleanUpAfterTests } from '#tests/support/clean-up.ts'
import type { TestApp } from '#tests/support/start-app.ts'

/** The same database, which counts the SQL statements that are sent through it. */
export function countStatementsOn(uncounted: Db) {
  let statements = 0
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    // Unlike the hook above, this one is also called for prepared statements.
    transformResult: async ({ result }) => {
      statements += 1
      return result
    },
  }
  return {
    db: uncounted.withPlugin(counter),
    async statementsOf(work: () => Promise<unknown>): Promise<number> {
      statements = 0
      await work()
      return statements
    },
  }
}

/** Starts a second server on the same database, with an empty cache, that counts the SQL statements of a call. */
export async function countStatements(app: TestApp) {
  const { db, statementsOf } = countStatementsOn(app.db)
  const counted = await createApp({
    ...app.deps,
    db,
    cache: createVersionedCache(db, app.deps.schema.tables),
    findSession: createSessionFinder(db),
  })
  const origin = await counted.listen({ host: '127.0.0.1', port: 0 })
  cleanUpAfterTests(async () => {
    counted.server.closeAllConnections()
    await counted.close()
  })
  return { as: caller(app.deps, origin), statementsOf }
}
