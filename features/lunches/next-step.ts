import { isolated, sentence } from '#kit/rules/texts/isolated.ts'
import { fullName } from '#kit/rules/texts/person-names.ts'
import type { Lunch } from './contract.ts'
import { asksHowAfter, leavingSoon } from './lunch-times.ts'

export type NextStep = 'vote' | 'share' | 'notify' | 'directions' | 'rate'

interface Moment {
  now: Date
  /** Whether this browser could still be asked to tell when it leaves. */
  canNotify: boolean
}

/** The one thing to do next for a user who is in a lunch; null if there is none. */
export function nextStep(lunch: Lunch, userId: number, { now, canNotify }: Moment): NextStep | null {
  const { state, decision, options, people, leavesAt } = lunch
  if (state === 'cancelled') return null
  const left = Date.parse(leavesAt) - now.getTime()
  if (left <= 0) {
    if (!decision) return null
    return left > -asksHowAfter ? 'directions' : 'rate'
  }
  const hasVoted = options.some(({ voters }) => voters.some(({ id }) => id === userId))
  if (state === 'voting' && !hasVoted) return 'vote'
  if (people.length === 1) return 'share'
  if (canNotify && left > leavingSoon) return 'notify'
  return decision ? 'directions' : 'share'
}

/** What a user who is in a lunch is shown of it. */
export type TicketState = Pick<Lunch, 'people' | 'host' | 'state' | 'decision'> & {
  step: NextStep | null
  hasLeft: boolean
}

/**
 * One sentence about what others or the clock have changed. Undefined where nothing did, or where it is told to everyone
 * who is in anyway: a decision, a cancellation, a new host.
 */
export function ticketSentence(before: TicketState, after: TicketState, userId: number): string | undefined {
  if (before.state !== after.state || before.host?.id !== after.host?.id) return undefined
  const missing = (from: TicketState, to: TicketState) =>
    to.people.filter(({ id }) => id !== userId && !from.people.some(person => person.id === id))
  const joined = missing(before, after)
  if (joined.length > 0) return `${named(joined)} in`
  const gone = missing(after, before)
  if (gone.length > 0) return `${named(gone)} out`
  if (after.step === 'rate' && before.step !== 'rate' && after.decision)
    return sentence`How was it at ${after.decision.name}?`
  return after.hasLeft && !before.hasLeft ? 'Your lunch has left' : undefined
}

/** 'Ben Birch is', '3 people are' */
function named(people: Lunch['people']): string {
  const [first, ...more] = people
  return first && more.length === 0 ? `${isolated(fullName(first))} is` : `${people.length} people are`
}
