import { useSignedIn } from '#features/accounts/web/viewer.ts'
import { useOwnRatings } from '#features/ratings/web/ratings-of.ts'
import { useForYou } from '#features/taste/web/use-for-you.ts'
import { useToday } from '#features/visits/web/use-today.ts'
import { localDate } from '#kit/rules/time/zoned-time.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { readStored } from '#kit/web/browser/device-storage.ts'
import { useServerMinute } from '#kit/web/browser/now.ts'
import { param } from '#kit/web/router/params.ts'
import { useParams } from '#kit/web/router/search-params.ts'
import type { Lunch } from '../../contract.ts'
import { asksHowAfter } from '../../lunch-times.ts'
import { isIn, isUpcoming } from '../lunch-texts.ts'

export type LunchGroups = {
  /** Still to come today; the viewer's own first, which stays while there is a next step for it. */
  now: Lunch[]
  /** On other days. */
  later: Lunch[]
  /** Left, or cancelled, today. */
  earlier: Lunch[]
}

/**
 * The lunches to list, in the order of departure, on each day the viewer's own first. Lunches of earlier days are
 * dropped, in case the tab stayed open past midnight.
 */
export function groupLunches(
  lunches: readonly Lunch[],
  viewerId: number,
  { now, timeZone, isOver }: { now: Date; timeZone: string; isOver: (own: Lunch) => boolean },
): LunchGroups {
  const dayOf = ({ leavesAt }: Lunch) => localDate(new Date(leavesAt), timeZone)
  const today = localDate(now, timeZone)
  const isOwn = (lunch: Lunch) => isIn(lunch, viewerId) && lunch.state !== 'cancelled'
  const isEarlier = (lunch: Lunch) =>
    !isUpcoming(lunch, now) && !(isOwn(lunch) && lunch.decision && !isOver(lunch))
  const rank = (lunch: Lunch) => (isOwn(lunch) ? (isUpcoming(lunch, now) ? 0 : 1) : 2)
  const sorted = lunches.toSorted(
    (a, b) =>
      dayOf(a).localeCompare(dayOf(b)) ||
      rank(a) - rank(b) ||
      a.leavesAt.localeCompare(b.leavesAt) ||
      a.id - b.id,
  )
  const todays = sorted.filter(lunch => dayOf(lunch) === today)
  return {
    now: todays.filter(lunch => !isEarlier(lunch)),
    later: sorted.filter(lunch => dayOf(lunch) > today),
    earlier: todays.filter(isEarlier),
  }
}

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
  const { campus = '' } = useParams({ campus: param.text() })
  const { toRate } = useForYou(campus)
  const hasEnded = readStored(`asked-${viewer.id}`) === useToday()
  return ({ id, leavesAt, decision }) => {
    const rating = decision ? ratings.of(decision.restaurantId) : undefined
    const isRated = rating !== undefined && rating.updatedAt >= leavesAt
    return hasEnded || isRated || toRate.some(({ lunchId }) => lunchId === id)
  }
}
