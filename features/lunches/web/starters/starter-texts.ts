import type { Restaurant } from '#features/restaurants/contract.ts'
import { formatHours } from '#features/restaurants/opening/opening-times.ts'
import { cuisineLabel } from '#features/restaurants/web/field-labels.ts'
import { formatAverage, starCount } from '#kit/rules/stars.ts'
import { counted } from '#kit/rules/texts/counted.ts'
import { isolated } from '#kit/rules/texts/isolated.ts'
import { distinctNames } from '#kit/rules/texts/place-names.ts'
import { weekdayOf } from '#kit/rules/time/zoned-time.ts'
import { everyTitle } from '../../standing-lunches.ts'
import type { Starter } from './choose-starters.ts'

/** 'Pho Vinh', 'Pho Vinh, Taco Bamba or Diner', 'Every Monday?' */
export function starterTitle({ places, reason, when }: Starter): string {
  if (reason.kind === 'weekly') return `${everyTitle([weekdayOf(when.date)])}?`
  const names = distinctNames(places)
  return orList(places.map(({ id, name }) => isolated(names.get(id) ?? name)))
}

/** Why it is proposed: 'You gave it 5 stars', 'A vote: Thai, Mexican or Pizza', 'New to you: 4.4 stars'. */
export function starterReason({ places, reason }: Starter): string {
  switch (reason.kind) {
    case 'own':
      return `You gave it ${starCount(reason.stars)}`
    case 'expected':
      return `For you: ${formatAverage(reason.stars)} stars`
    case 'average':
      return `All staff average ${formatAverage(reason.stars)} (${counted(reason.count, 'rating')})`
    case 'nearest':
      return nearestReason(places[0])
    case 'new':
      return reason.stars === null ? 'New to you' : `New to you: ${formatAverage(reason.stars)} stars`
    case 'vote':
      return `A vote: ${orList(places.map(({ cuisine }) => cuisineLabel(cuisine ?? '')))}`
    case 'weekly':
      return 'As in the last two weeks, with three places to vote on each time'
  }
}

/** Says 'open' only of what is known to be. */
function nearestReason(place: Restaurant | undefined): string {
  const isKnownOpen = Boolean(place?.openingTimes)
  if (!place || place.distance === null) return isKnownOpen ? 'Open then' : formatHours(null)
  return isKnownOpen ? 'The nearest that is open' : `The nearest, ${formatHours(null).toLowerCase()}`
}

const orList = (names: string[]): string => {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} or ${last}`
}
