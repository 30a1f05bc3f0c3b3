import { counted } from '#kit/rules/texts/counted.ts'
import { isolated } from '#kit/rules/texts/isolated.ts'
import { fullName } from '#kit/rules/texts/person-names.ts'
import { dateFormats } from '#kit/rules/time/date-formats.ts'
import { localDate } from '#kit/rules/time/zoned-time.ts'
import type { Lunch } from '../contract.ts'
import { leavingSoon, overlap } from '../lunch-times.ts'
import { placeNames } from './place-names.ts'

/** '12:05 PM' */
export function timeLabel(iso: string, timeZone: string): string {
  return timeIn(timeZone).format(new Date(iso))
}

/** 'Mon, Nov 23', or null when it is today. */
export function dayLabel(iso: string, now: Date, timeZone: string): string | null {
  const date = new Date(iso)
  if (localDate(date, timeZone) === localDate(now, timeZone)) return null
  return dayIn(timeZone).format(date)
}

/** '12:05 PM', or with the day if it isn't today: '12:05 PM, Mon, Nov 23'. */
export function whenLabel(iso: string, now: Date, timeZone: string): string {
  const day = dayLabel(iso, now, timeZone)
  return `${timeLabel(iso, timeZone)}${day ? `, ${day}` : ''}`
}

const timeIn = dateFormats({ hour: 'numeric', minute: '2-digit' })
const dayIn = dateFormats({ weekday: 'short', month: 'short', day: 'numeric' })

/** 'Leaves in 12 min', 'Leaves in 2 h 5 min', 'Has left'. */
export function leavingLabel(iso: string, now: Date): string {
  const left = Date.parse(iso) - now.getTime()
  if (left <= 0) return 'Has left'
  const minutes = Math.ceil(left / 60_000)
  if (minutes === 1) return 'Leaves within a minute'
  return `Leaves in ${durationLabel(minutes)}`
}

function durationLabel(minutes: number): string {
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours >= 24) return hours < 48 ? '1 day' : `${Math.floor(hours / 24)} days`
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
}

/** The chosen place, told apart from those of the other lunches, or how many places there are to vote on. */
export function placeLabel(lunch: Lunch, listed?: readonly Lunch[]): string {
  const { state, decision, options } = lunch
  if (decision) return placeNames(lunch, listed).nameOf(decision)
  if (state !== 'voting') return 'No place yet'
  return counted(options.length, 'place to vote on', 'places to vote on')
}

/** 'the lunch at 12:05 PM, Diner' */
export const lunchLabel = (lunch: Lunch, now: Date, timeZone: string, listed?: readonly Lunch[]) =>
  `the lunch at ${whenLabel(lunch.leavesAt, now, timeZone)}, ${placeLabel(lunch, listed)}`

/**
 * What tells a lunch apart in sentences from another one of its campus that leaves at the same time, today or on another
 * day: ', Mon, Nov 23, with Robin Sample, Diner'. Empty if none does.
 */
export function tellingApart(
  lunch: Lunch,
  listed: readonly Lunch[] | undefined,
  { now, timeZone }: { now: Date; timeZone: string },
): string {
  const time = timeLabel(lunch.leavesAt, timeZone)
  const hasTwin = listed?.some(
    ({ id, campusCode, leavesAt }) =>
      id !== lunch.id && campusCode === lunch.campusCode && timeLabel(leavesAt, timeZone) === time,
  )
  if (!hasTwin) return ''
  const host = lunch.host && `with ${isolated(fullName(lunch.host))}`
  return [dayLabel(lunch.leavesAt, now, timeZone), host, placeLabel(lunch, listed)]
    .flatMap(part => (part ? `, ${part}` : []))
    .join('')
}

export const hasLeft = ({ leavesAt }: Lunch, now: Date) => Date.parse(leavesAt) <= now.getTime()
export const isIn = ({ people }: Lunch, userId: number) => people.some(({ id }) => id === userId)
/** Whether the lunch can still change. */
export const isUpcoming = (lunch: Lunch, now: Date) => lunch.state !== 'cancelled' && !hasLeft(lunch, now)
/** Whether those who are in should get ready: within 15 minutes of leaving. */
export const isLeavingSoon = (lunch: Lunch, now: Date) =>
  isUpcoming(lunch, now) && Date.parse(lunch.leavesAt) - now.getTime() <= leavingSoon
/** Whether changes are still worth announcing: up to a minute after departure, since a vote may end right then. */
export const isNews = ({ leavesAt }: Lunch, now: Date) => now.getTime() < Date.parse(leavesAt) + 60_000
/** Another lunch that the user is in at about the time of this one: moving one can book people twice. */
export const otherLunch = (lunch: Lunch, listed: readonly Lunch[] | undefined, userId: number, now: Date) =>
  isIn(lunch, userId) && isUpcoming(lunch, now)
    ? listed?.find(
        other =>
          other.id !== lunch.id &&
          isIn(other, userId) &&
          isUpcoming(other, now) &&
          overlap(new Date(other.leavesAt), new Date(lunch.leavesAt)),
      )
    : undefined

/** How long lots are drawn before the winner is told, in milliseconds. */
export const drawDurationMs = 900

/** null: unlimited. */
export const seatsLeft = ({ seats, people }: Lunch) =>
  seats === null ? null : Math.max(0, seats - people.length)

/** How a vote ended, for screen readers. */
export function outcomeSentence(lunch: Lunch, listed?: readonly Lunch[]): string {
  const { decision, options } = lunch
  if (!decision) return 'The vote ended without a place.'
  const { nameOf } = placeNames(lunch, listed)
  const name = nameOf(decision)
  const tied = options.filter(({ restaurantId }) => decision.tied.includes(restaurantId))
  return {
    only: `It is ${name}, the only place left.`,
    votes: `${name} won the vote.`,
    draw: `${name} was drawn among ${tied.map(nameOf).join(', ')}.`,
    host: `The host chose ${name}.`,
  }[decision.how]
}
