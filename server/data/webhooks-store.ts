import type { Webhook } from '#contract/webhooks.ts'
import type { Db, WebhookRow } from '#server/database/schema.ts'

/** The channel of the queue in which lines for chats wait; their destination is the code of a campus. */
export const chatChannel = 'chat'

export async function listWebhooks(db: Db): Promise<WebhookRow[]> {
  return db.selectFrom('campusWebhooks').selectAll().orderBy('campusCode').execute()
}

export async function findWebhook(db: Db, campusCode: string): Promise<WebhookRow | undefined> {
  return db.selectFrom('campusWebhooks').selectAll().where('campusCode', '=', campusCode).executeTakeFirst()
}

/** Another address begins without a history. */
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

/** Notes how a post went, unless the webhook was replaced meanwhile. `failure` null: it arrived. */
export async function noteOutcome(
  db: Db,
  { campusCode, url }: Pick<WebhookRow, 'campusCode' | 'url'>,
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

/** After other campuses and lunches were put in the place of all: what waits is about lunches that may be others now. */
export async function forgetForeignChat(tx: Db): Promise<void> {
  await tx
    .deleteFrom('campusWebhooks')
    .where('campusCode', 'not in', tx.selectFrom('campuses').select('code'))
    .execute()
  await tx.deleteFrom('deliveries').where('channel', '=', chatChannel).execute()
}
