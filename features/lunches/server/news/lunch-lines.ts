import type { ChatLine } from '#features/chat/server/chat-formats.ts'
import { isolated } from '#kit/rules/texts/isolated.ts'
import { type NamedPlace, shortAddresses } from '#kit/rules/texts/place-names.ts'
import type { LunchPost, PostOccasion } from './tell.ts'
import { dayOf, type Moment, shortLine } from './words.ts'

export type LineFacts = Pick<LunchPost, 'leavesAt' | 'meetingPoint' | 'decidedName' | 'decidedHow'> & {
  /** Null if the account was deleted. */
  hostName: string | null
  /** The restaurants that can be voted for now. */
  restaurants: NamedPlace[]
  /** Restaurants of the campus with the same name as one of them. */
  namesakes?: NamedPlace[]
  /** If another restaurant of the lunch or the campus has the same name. */
  decidedAddress?: string
}
type Setting = Moment & { link: string }

/** The text to post about a lunch. */
export function lunchLine(
  occasion: PostOccasion,
  facts: LineFacts,
  { now, timeZone, link }: Setting,
): ChatLine {
  const host = facts.hostName === null ? null : plain(facts.hostName)
  const restaurant =
    facts.decidedName === null ? null : restaurantText(facts.decidedName, facts.decidedAddress)
  const when = leaving(new Date(facts.leavesAt), { now, timeZone })
  const from = facts.meetingPoint === null ? '' : `, from ${plain(facts.meetingPoint)}`
  const whose = host === null ? 'A lunch' : `${host}’s lunch`
  const where = restaurant === null ? '' : ` at ${restaurant}`
  const see = { label: 'See the lunch', url: link }

  const lines: Record<PostOccasion, () => ChatLine> = {
    started: () =>
      restaurant === null
        ? {
            text: `${host ?? 'Someone'} started a lunch, leaving ${when}${from}. Vote on ${list(facts.restaurants, facts.namesakes)}.`,
            link: { label: 'Vote and join', url: link },
          }
        : {
            text: `${host ?? 'Someone'} is going to ${restaurant} for lunch, leaving ${when}${from}.`,
            link: { label: 'Join', url: link },
          },
    decided: () => ({
      text: `${decided(facts.decidedHow, host)}${restaurant ?? 'a place'}. Lunch leaves ${when}${from}.`,
      link: see,
    }),
    reopened: () => ({
      text: `${host ?? 'The host'} opened the vote again. Vote on ${list(facts.restaurants, facts.namesakes)}. Lunch leaves ${when}${from}.`,
      link: { label: 'Vote and join', url: link },
    }),
    moved: () => ({ text: `${whose}${where} has moved: it now leaves ${when}${from}.`, link: see }),
    cancelled: () => ({ text: `${whose}${where}, leaving ${when}, is cancelled.`, link: see }),
  }
  return lines[occasion]()
}

function decided(how: LineFacts['decidedHow'], host: string | null): string {
  if (how === 'draw') return 'The vote was a tie, and the draw picked '
  if (how === 'host') return `${host ?? 'The host'} picked `
  return 'The vote is settled: '
}

function leaving(leavesAt: Date, moment: Moment): string {
  const clock = leavesAt
    .toLocaleTimeString('en-US', { timeZone: moment.timeZone, hour: 'numeric', minute: '2-digit' })
    .replaceAll('\u202f', ' ')
  return `${dayOf(leavesAt, moment, { weekday: 'long', month: 'short', day: 'numeric' })} at ${clock}`
}

const shownRestaurants = 4

function list(restaurants: NamedPlace[], namesakes: NamedPlace[] = []): string {
  const addresses = shortAddresses([...namesakes, ...restaurants])
  const shown = restaurants
    .slice(0, restaurants.length > shownRestaurants ? shownRestaurants - 1 : shownRestaurants)
    .map(({ id, name }) => restaurantText(name, addresses.get(id)))
  const more = restaurants.length - shown.length
  const items = more > 0 ? [...shown, `${more} more`] : shown
  return items.length === 0
    ? 'the place'
    : new Intl.ListFormat('en-US', { type: 'disjunction' }).format(items)
}

const restaurantText = (name: string, address: string | undefined): string =>
  address === undefined ? plain(name) : `${plain(name)} (${plain(address)})`

/** Isolated, and at most 80 letters. */
const plain = (text: string): string => isolated(shortLine(text, 80, { kept: 79, size: () => 1 }))
