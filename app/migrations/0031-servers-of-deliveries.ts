import type { Kysely } from 'kysely'

/** Which server a delivery goes to, so that one that hangs delays only its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .alterTable('deliveries')
    .addColumn('server', 'text', c => c.notNull().defaultTo(''))
    .execute()
  const waiting = db as Kysely<{ deliveries: { channel: string; server: string; destination: string } }>
  await waiting
    .updateTable('deliveries')
    .set(eb => ({ server: eb.ref('destination') }))
    .where('channel', '=', 'chat')
    .execute()
  await schema.dropIndex('deliveries_due').execute()
  await schema
    .createIndex('deliveries_due')
    .on('deliveries')
    .columns(['channel', 'server', 'nextAttemptAt'])
    .execute()
}
