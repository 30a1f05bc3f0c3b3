import type { WritePost } from '#features/chat/server/chat-poster.ts'
import { fullName } from '#kit/rules/texts/person-names.ts'
import { shortAddresses } from '#kit/rules/texts/place-names.ts'
import { find } from '#kit/server/database/rows.ts'
import type { Deps } from '#kit/server/deps.ts'
import { canBeVotedFor, listLunchOptions, listNamesakes, restaurantOf } from '../lunches-store.ts'
import { lunchLine } from './lunch-lines.ts'
import type { LunchPost, PostOccasion } from './tell.ts'

/** Posts about lunches. Null if a lunch has left, is gone or is for one department. */
export function lunchPosts({ config, now }: Pick<Deps, 'config' | 'now'>): Record<PostOccasion, WritePost> {
  const write: WritePost = async (tx, { kind, payload }) => {
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
  return { started: write, decided: write, reopened: write, moved: write, cancelled: write }
}
