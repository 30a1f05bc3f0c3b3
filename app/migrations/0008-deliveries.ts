import type { Kysely } from 'kysely'
import { identity } from '#kit/server/database/drivers/dialect.ts'

/** One queue for all that must arrive; the mails that wait move into it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('deliveries')
    .addColumn('id', 'integer', identity(db))
    .addColumn('channel', 'text', c => c.notNull())
    .addColumn('kind', 'text', c => c.notNull())
    .addColumn('destination', 'text', c => c.notNull())
    .addColumn('payload', 'text', c => c.notNull())
    .addColumn('attempts', 'integer', c => c.notNull())
    .addColumn('lastError', 'text')
    .addColumn('createdAt', 'text', c => c.notNull())
    .addColumn('nextAttemptAt', 'text', c => c.notNull())
    .addColumn('expiresAt', 'text')
    .execute()
  await schema.createIndex('deliveries_due').on('deliveries').columns(['channel', 'nextAttemptAt']).execute()
  await schema
    .createIndex('deliveries_destination')
    .on('deliveries')
    .columns(['channel', 'destination'])
    .execute()

  const before = db as Kysely<{ mails: WaitingMail; deliveries: Omit<Delivery, 'id'> }>
  const mails = await before.selectFrom('mails').selectAll().orderBy('id').execute()
  for (const { id: _, toName, toAddress, messageId, ...rest } of mails) {
    const payload = JSON.stringify({ toName, messageId })
    await before
      .insertInto('deliveries')
      .values({ ...rest, channel: 'mail', destination: toAddress, payload, expiresAt: null })
      .execute()
  }
  await schema.dropTable('mails').execute()
}

type Attempts = {
  id: number
  kind: string
  attempts: number
  lastError: string | null
  createdAt: string
  nextAttemptAt: string
}
type WaitingMail = Attempts & { toName: string; toAddress: string; messageId: string }
type Delivery = Attempts & { channel: string; destination: string; payload: string; expiresAt: string | null }
