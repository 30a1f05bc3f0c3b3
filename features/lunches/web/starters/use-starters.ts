import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import { useOwnRatings } from '#features/ratings/web/ratings-of.ts'
import { listCampusRestaurants } from '#features/restaurants/contract.ts'
import { useForYou } from '#features/taste/web/use-for-you.ts'
import { weekdayOf } from '#kit/rules/time/zoned-time.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { read } from '#kit/web/api/queries.ts'
import { useServerMinute } from '#kit/web/browser/now.ts'
import { isIn } from '../lunch-texts.ts'
import { useLunches } from '../use-lunches.ts'
import { chooseStarters, nextLunch, type Starter } from './choose-starters.ts'

/** The lunches to propose, from what Home has loaded anyway; undefined until that is there. */
export function useStarters(campusCode: string): Starter[] | undefined {
  const viewer = useSignedIn()
  const { timeZone } = usePublicConfig()
  const { date, time } = nextLunch(useServerMinute(), timeZone)
  const restaurants = useQuery(read(listCampusRestaurants, { params: { campusCode } })).data
  const ratings = useOwnRatings()
  const forYou = useForYou(campusCode)
  const comesWeekly = useLunches()?.some(
    lunch => lunch.standing?.weekdays.includes(weekdayOf(date)) && isIn(lunch, viewer.id),
  )
  if (!restaurants || !(ratings.isKnown || ratings.error)) return undefined
  return chooseStarters({
    restaurants,
    ratingOf: id => ratings.of(id)?.value,
    expectedOf: id => forYou.placeOf(id)?.expected,
    isHidden: forYou.isHidden,
    visits: forYou.visits,
    avoidDays: forYou.avoidDays,
    comesWeekly: comesWeekly ?? false,
    when: { date, time },
    timeZone,
  })
}
