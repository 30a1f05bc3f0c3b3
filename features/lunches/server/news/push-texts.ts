import type { Row } from '#kit/server/database/schema.ts'
import { lunchClock } from '../../lunch-times.ts'
import { everyLabel } from '../../standing-lunches.ts'
import type { PushOccasion } from './notify.ts'
import { dayOf, type Moment, shortLine } from './words.ts'

type PushText = { title: string; body: string }

type TextFacts = Pick<
  Row<'lunches'>,
  'leavesAt' | 'decidesAt' | 'meetingPoint' | 'state' | 'decidedName' | 'decidedHow' | 'peopleCount'
> & {
  /** If another restaurant of the lunch has the same name. */
  decidedAddress?: string
  /** Of a lunch that moved: when another one leaves that the reader is in too. */
  otherLeavesAt?: string
  /** A restaurant that can’t be chosen any more. */
  goneName?: string | null
  /** Null if the account was deleted. */
  hostName: string | null
}

/** What a notification says: what happened, where and when. Plain text, at most 200 characters in all. */
export function pushText(occasion: PushOccasion, facts: TextFacts, moment: Moment): PushText {
  const restaurant =
    facts.decidedName === null ? null : restaurantText(facts.decidedName, facts.decidedAddress)
  const host = facts.hostName === null ? null : isolated(facts.hostName)
  const at = when(new Date(facts.leavesAt), moment)
  const from = facts.meetingPoint === null ? '' : ` from ${isolated(facts.meetingPoint)}`
  const leaves = `Leaves ${at}${from}`
  const whose = restaurant ?? (host === null ? 'Your lunch' : `${host}’s lunch`)
  const going = `${facts.peopleCount} ${facts.peopleCount === 1 ? 'is' : 'are'} going`

  const texts: Record<PushOccasion, () => PushText> = {
    leaving: () => ({ title: leaves, body: `${whose} · ${going}` }),
    moved: () => ({
      title: `Now leaves ${at}${from}`,
      body: `${whose} · ${facts.otherLeavesAt === undefined ? going : `you’re also in a lunch at ${lunchClock(new Date(facts.otherLeavesAt), moment.timeZone)}: leave one`}`,
    }),
    place: () => ({
      title:
        facts.meetingPoint === null
          ? 'No meeting point any more'
          : `Now meets at ${isolated(facts.meetingPoint)}`,
      body: `${whose} · leaves ${at}`,
    }),
    cancelled: () => ({ title: `${whose} is cancelled`, body: `It was to leave ${at}${from}` }),
    decided: () => ({
      title: decided(facts.decidedHow, restaurant ?? 'a place'),
      body: `${leaves} · ${going}`,
    }),
    closing: () => ({
      title: `Vote until ${lunchClock(new Date(facts.decidesAt ?? facts.leavesAt), moment.timeZone)}`,
      body: `${whose} · leaves ${at}${from}`,
    }),
    started: () => ({
      title: `${host ?? 'Someone'} started a lunch`,
      body: `${restaurant ?? (facts.state === 'voting' ? 'Vote on the place' : 'The place is open')} · leaves ${at}${from}`,
    }),
    host: () => ({
      title: 'You’re the host now',
      body: `${restaurant ?? 'Your lunch'} · leaves ${at}${from}`,
    }),
    reopened: () => ({
      title: `Vote again until ${lunchClock(new Date(facts.decidesAt ?? facts.leavesAt), moment.timeZone)}`,
      body: `${host ?? 'The host'} opened the vote again · leaves ${at}`,
    }),
    gone: () => ({
      title: `${isolated(facts.goneName ?? '')} is no longer available`,
      body: `${facts.state === 'voting' ? 'Your vote for it doesn’t count' : 'You can open the vote again'} · leaves ${at}`,
    }),
    after: () => ({ title: `How was ${restaurant ?? 'lunch'}?`, body: 'Tap to rate it' }),
  }
  return texts[occasion]()
}

/** For the new host of a lunch that repeats. */
export const standingHostText = (
  { weekdays, leaves }: { weekdays: readonly number[]; leaves: Date },
  timeZone: string,
): PushText => ({
  title: 'You’re the host now',
  body: `Lunch ${everyLabel(weekdays)} at ${lunchClock(leaves, timeZone)}`,
})

function decided(how: string | null, restaurant: string): string {
  if (how === 'draw') return `A tie, and the draw picked ${restaurant}`
  return how === 'host' ? `The host picked ${restaurant}` : `The vote picked ${restaurant}`
}

/** 'at 12:05', 'tomorrow at 12:05', 'on Monday at 12:05'. */
function when(leavesAt: Date, moment: Moment): string {
  const day = dayOf(leavesAt, moment, { weekday: 'long' })
  return `${day === 'today' ? '' : `${day} `}at ${lunchClock(leavesAt, moment.timeZone)}`
}

/** Both are cut to fit where a name alone would. */
const restaurantText = (name: string, address: string | undefined): string =>
  address === undefined ? isolated(name) : `${isolated(name, 25)} (${isolated(address, 20)})`

/** Not too long, and without changes of direction that reach beyond it (FSI … PDI). */
const isolated = (name: string, longest = 45): string => `\u2068${shortLine(name, longest)}\u2069`
