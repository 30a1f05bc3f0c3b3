import type { Db, Row } from '#kit/server/database/schema.ts'
import { removeDeliveries } from '#kit/server/jobs/deliveries-store.ts'
import type { Webhook } from '../contract.ts'

/** The delivery channel of chat messages; their destination is a campus code. */
export const chatChannel = 'chat'

export async function listWebhooks(db: Db): Promise<Row<'campusWebhooks'>[]> {
  return db.selectFrom('campusWebhooks').selectAll().orderBy('campusCode').execute()
}

export async function findWebhook(db: Db, campusCode: string): Promise<Row<'campusWebhooks'> | undefined> {
  return db.selectFrom('campusWebhooks').selectAll().where('campusCode', '=', campusCode).executeTakeFirst()
}

/** A new address starts without history. */
export async function saveWebhook(tx: Db, campusCode: string, { kind, url }: Webhook): Promise<void> {
  const fresh = { kind, url, lastPostedAt: null, lastFailedAt: null, lastFailure: null }
  await tx
    .insertInto('campusWebhooks')
    .values({ campusCode, ...fresh })
    .onConflict(conflict => conflict.column('campusCode').doUpdateSet(fresh))
    .execute()
}

export async function removeWebhook(tx: Db, campusCode: string): Promise<void> {
  await tx.deleteFrom('campusWebhooks').where('campusCode', '=', campusCode).execute()
}

/**
 * Records the outcome of a post, unless the webhook was replaced
 * in the meantime. `failure` is null if the post arrived.
 */
export async function recordOutcome(
  db: Db,
  { campusCode, url }: Pick<Row<'campusWebhooks'>, 'campusCode' | 'url'>,
  { failure, time }: { failure: string | null; time: string },
): Promise<void> {
  await db
    .updateTable('campusWebhooks')
    .set(
      failure === null
        ? { lastPostedAt: time, lastFailedAt: null, lastFailure: null }
        : { lastFailedAt: time, lastFailure: failure },
    )
    .where('campusCode', '=', campusCode)
    .where('url', '=', url)
    .execute()
}

/**
 * Call it after a restore has replaced all campuses and lunches: queued messages may refer to lunches whose
 * ids now belong to other ones.
 */
export async function removeForeignWebhooks(tx: Db): Promise<void> {
  await tx
    .deleteFrom('campusWebhooks')
    .where('campusCode', 'not in', tx.selectFrom('campuses').select('code'))
    .execute()
  await removeDeliveries(tx, chatChannel)
}
