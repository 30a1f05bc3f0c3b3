import { fullName } from '#domain/person-names.ts'
import { shortAddresses } from '#domain/place-names.ts'
import { listProfiles } from '#server/data/lunch-people-store.ts'
import type { LunchPost, Occasion } from '#server/data/lunch-posts-store.ts'
import { canBeVotedFor, listLunchOptions, listNamesakes, placeOf } from '#server/data/lunch-votes-store.ts'
import { listLunchRowsByIds } from '#server/data/lunches-store.ts'
import { chatChannel, findWebhook, recordOutcome } from '#server/data/webhooks-store.ts'
import type { Db, DeliveryRow, WebhookRow } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { ChatLine } from '#server/integrations/chat-formats.ts'
import { isRejected, retryAfterOf } from '#server/integrations/service-error.ts'
import type { BackgroundWork } from '#server/jobs/background-work.ts'
import { deliveryQueue } from '#server/jobs/delivery-queue.ts'
import { lunchLine } from './lunch-lines.ts'

type PosterDeps = Pick<Deps, 'config' | 'db' | 'log' | 'now' | 'chat'>
type Post = { webhook: WebhookRow; line: ChatLine }

/** Posts news of lunches to the chats of their campuses, in order for each campus. */
export function createChatPoster(deps: PosterDeps): BackgroundWork {
  const { db, log, now, chat } = deps
  // Only logs an error: throwing would send a post again that has already arrived.
  const note = (webhook: WebhookRow, failure: string | null) =>
    recordOutcome(db, webhook, { failure, time: now().toISOString() }).catch(error =>
      log.warn({ err: error }, 'the outcome of a post could not be recorded'),
    )
  return deliveryQueue<Post>(deps, {
    name: chatChannel,
    compose: (tx, delivery) => composePost(tx, deps, delivery),
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

/** Null if nothing should be posted: the webhook is gone, or the lunch has left, is gone or is for one department. */
async function composePost(
  tx: Db,
  { config, now }: PosterDeps,
  { kind, destination, payload }: DeliveryRow,
): Promise<Post | null> {
  const post = JSON.parse(payload) as LunchPost
  const webhook = await findWebhook(tx, destination)
  const [lunch] = await listLunchRowsByIds(tx, [post.lunchId])
  if (!webhook || !lunch || lunch.department !== null) return null
  if (lunch.leavesAt <= now().toISOString()) return null
  const [host] = await listProfiles(tx, post.hostId === null ? [] : [post.hostId])
  const options = await listLunchOptions(tx, [lunch.id])
  const namesakes = await listNamesakes(tx, lunch.campusCode, options.map(placeOf))
  const facts = {
    ...post,
    hostName: host ? fullName(host) : null,
    places: options.filter(canBeVotedFor).map(placeOf),
    namesakes,
    decidedAddress:
      lunch.decidedName === post.decidedName
        ? shortAddresses([...namesakes, ...options.map(placeOf)]).get(lunch.decidedRestaurantId ?? 0)
        : undefined,
  }
  const link = `${config.appUrl}/?lunch=${lunch.id}`
  return {
    webhook,
    line: lunchLine(kind as Occasion, facts, { now: now(), timeZone: config.timeZone, link }),
  }
}
