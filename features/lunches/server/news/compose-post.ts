import type { ChatLine } from '#features/chat/server/chat-formats.ts'
import type { WritePost } from '#features/chat/server/chat-poster.ts'
import { fullName } from '#kit/rules/texts/person-names.ts'
import { shortAddresses } from '#kit/rules/texts/place-names.ts'
import { find } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { canBeVotedFor, listLunchOptions, listNamesakes, restaurantOf } from '../lunches-store.ts'
import { lunchLine } from './lunch-lines.ts'
import type { LunchPost, PostOccasion } from './tell.ts'

type ComposeDeps = Pick<Deps, 'config' | 'now'>

/** Posts about lunches. */
export function lunchPosts(deps: ComposeDeps): Record<PostOccasion, WritePost> {
  const post: WritePost = (tx, delivery) => composePost(tx, deps, delivery)
  return { started: post, decided: post, reopened: post, moved: post, cancelled: post }
}

/** Null if the lunch has left, is gone or is for one department. */
async function composePost(
  tx: Db,
  { config, now }: ComposeDeps,
  { kind, payload }: Row<'deliveries'>,
): Promise<ChatLine | null> {
  const post = JSON.parse(payload) as LunchPost
  const lunch = await find(tx, 'lunches', { id: post.lunchId })
  if (!lunch || lunch.department !== null) return null
  if (lunch.leavesAt <= now().toISOString()) return null
  const host = await find(tx, 'users', { id: post.hostId ?? 0 })
  const options = await listLunchOptions(tx, [lunch.id])
  const namesakes = await listNamesakes(tx, lunch.campusCode, options.map(restaurantOf))
  const facts = {
    ...post,
    hostName: host ? fullName(host) : null,
    restaurants: options.filter(canBeVotedFor).map(restaurantOf),
    namesakes,
    decidedAddress:
      lunch.decidedName === post.decidedName
        ? shortAddresses([...namesakes, ...options.map(restaurantOf)]).get(lunch.decidedRestaurantId ?? 0)
        : undefined,
  }
  const link = `${config.appUrl}/?lunch=${lunch.id}`
  return lunchLine(kind as PostOccasion, facts, { now: now(), timeZone: config.timeZone, link })
}
