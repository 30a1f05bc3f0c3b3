import type { Kysely } from 'kysely'
import { partsOf } from '#kit/server/database/batches.ts'
import { identity } from '#kit/server/database/drivers/dialect.ts'

type Failure = { restaurantId: number; name: string; address: string; message: string }
type Tables = {
  distanceRuns: { id: number; failures: string }
  distanceFailures: Failure & { runId: number }
}

/** What could not be calculated gets a row each, so that a run that fails often doesn't write a long list again and again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('distanceFailures')
    .addColumn('id', 'integer', identity(db))
    .addColumn('runId', 'integer', c => c.notNull().references('distanceRuns.id').onDelete('cascade'))
    .addColumn('restaurantId', 'integer', c => c.notNull())
    .addColumn('name', 'text', c => c.notNull())
    .addColumn('address', 'text', c => c.notNull())
    .addColumn('message', 'text', c => c.notNull())
    .execute()
  await schema.createIndex('distanceFailures_of').on('distanceFailures').column('runId').execute()

  const tables = db as Kysely<Tables>
  const runs = await tables.selectFrom('distanceRuns').select(['id', 'failures']).execute()
  const rows = runs.flatMap(({ id: runId, failures }) =>
    (JSON.parse(failures) as Failure[]).map(({ restaurantId, name, address, message }) => {
      return { runId, restaurantId, name, address, message }
    }),
  )
  for await (const some of partsOf(rows)) await tables.insertInto('distanceFailures').values(some).execute()
}
