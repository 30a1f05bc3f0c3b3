import { change, find } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import type { BackgroundWork } from '#kit/server/jobs/background-work.ts'
import { type Compose, deliveryQueue } from '#kit/server/jobs/delivery-queue.ts'
import { isRejected, retryAfterOf } from '#kit/server/outbound/service-error.ts'
import type { ChatLine } from './chat-formats.ts'

/** The delivery channel of chat messages; their destination is a campus code. */
export const chatChannel = 'chat'

type PosterDeps = Pick<Deps, 'config' | 'db' | 'log' | 'now' | 'chat'>

/** How a kind of post is written when it is sent; null if it has become pointless. */
export type WritePost = Compose<ChatLine>

/** Posts to the chats of campuses, in order for each. */
export function createChatPoster(deps: PosterDeps, kinds: Record<string, WritePost>): BackgroundWork {
  const { db, log, now, chat } = deps
  // Only logs an error: throwing would send a post again that has already arrived.
  const note = (webhook: Row<'campusWebhooks'>, failure: string | null) =>
    recordOutcome(db, webhook, { failure, time: now().toISOString() }).catch(error =>
      log.warn({ err: error }, 'the outcome of a post could not be recorded'),
    )
  return deliveryQueue<{ webhook: Row<'campusWebhooks'>; line: ChatLine }>(deps, {
    name: chatChannel,
    compose: async (tx, delivery) => {
      const webhook = await find(tx, 'campusWebhooks', { campusCode: delivery.destination })
      const line = webhook && (await kinds[delivery.kind]?.(tx, delivery))
      return webhook && line ? { webhook, line } : null
    },
    send: async ({ webhook, line }) => {
      try {
        await chat.post(webhook, line)
      } catch (error) {
        await note(webhook, error instanceof Error ? error.message : String(error))
        throw error
      }
      await note(webhook, null)
    },
    isPermanentFailure: isRejected,
    retryAfter: retryAfterOf,
    order: 'all',
    atOnce: 1,
  })
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
  const outcome =
    failure === null
      ? { lastPostedAt: time, lastFailedAt: null, lastFailure: null }
      : { lastFailedAt: time, lastFailure: failure }
  await change(db, 'campusWebhooks', { campusCode, url }, outcome)
}
