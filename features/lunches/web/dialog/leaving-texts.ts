import { sentence } from '#kit/rules/texts/isolated.ts'
import { fullName } from '#kit/rules/texts/person-names.ts'
import type { Lunch } from '../../contract.ts'

/** Tells the person about to cancel a lunch what happens then. */
export function cancelText({ people }: Pick<Lunch, 'people'>, viewerId: number): string {
  const others = people.filter(({ id }) => id !== viewerId).length
  if (others === 0) return 'It stays in the list as cancelled until its day is over.'
  const who = others === 1 ? 'The other person who is in' : `The ${others} others who are in`
  return `${who} will see that it was cancelled.`
}

/** Who is the host now. */
export const hostText = ({ host }: Lunch) => (host ? sentence`${fullName(host)} is the host now` : '')

/** Tells the person who is offered to leave another lunch for this one if that cancels it or makes someone else its host. */
export function leaveText(lunches: readonly Lunch[], otherId: unknown, viewerId: number): string | undefined {
  const other = lunches.find(({ id }) => id === otherId)
  const [next] = other?.people.filter(({ id }) => id !== viewerId) ?? []
  if (other && !next) return 'Nobody else is in that one, so it is cancelled when you leave it.'
  if (next && other?.host?.id === viewerId) return sentence`${fullName(next)} becomes the host of that one.`
  return undefined
}
