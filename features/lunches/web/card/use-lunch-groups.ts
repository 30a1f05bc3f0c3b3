import { useSignedIn } from '#features/accounts/web/viewer.ts'
import { useOwnRatings } from '#features/ratings/web/ratings-of.ts'
import { useForYou } from '#features/taste/web/use-for-you.ts'
import { useToday } from '#features/visits/web/use-visits.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { readStored } from '#kit/web/browser/device-storage.ts'
import { useServerMinute } from '#kit/web/browser/now.ts'
import { useSearch } from '#kit/web/router/router.ts'
import type { Lunch } from '../../contract.ts'
import { asksHowAfter } from '../../lunch-times.ts'
import { groupLunches, type LunchGroups } from '../lunch-texts.ts'

/** The lunches as the strip shows them. The viewer's own stays a ticket until its last question is answered. */
export function useLunchGroups(lunches: readonly Lunch[]): LunchGroups {
  const viewer = useSignedIn()
  const { timeZone } = usePublicConfig()
  const now = useServerMinute()
  const isAsked = useIsAsked()
  const isOver = (lunch: Lunch) =>
    now.getTime() >= Date.parse(lunch.leavesAt) + asksHowAfter && isAsked(lunch)
  return groupLunches(lunches, viewer.id, { now, timeZone, isOver })
}

/** Whether the viewer has said how a lunch was, is asked above on this page, or has said 'Not now' today. */
function useIsAsked(): (lunch: Lunch) => boolean {
  const viewer = useSignedIn()
  const ratings = useOwnRatings()
  const { toRate } = useForYou(String(useSearch().campus))
  const hasEnded = readStored(`asked-${viewer.id}`) === useToday()
  return ({ id, leavesAt, decision }) => {
    const rating = decision ? ratings.of(decision.restaurantId) : undefined
    const isRated = rating !== undefined && rating.updatedAt >= leavesAt
    return hasEnded || isRated || toRate.some(({ lunchId }) => lunchId === id)
  }
}
