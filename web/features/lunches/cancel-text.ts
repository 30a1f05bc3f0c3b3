import type { Lunch } from '#contract/lunches.ts'

/** Tells the person about to cancel a lunch what happens then. */
export function cancelText({ people }: Pick<Lunch, 'people'>, viewerId: number): string {
  const others = people.filter(({ id }) => id !== viewerId).length
  if (others === 0) return 'It stays in the list as cancelled until midnight.'
  const who = others === 1 ? 'The other person who is in' : `The ${others} others who are in`
  return `${who} will see that it was cancelled.`
}

/** Tells the person who is offered to leave another lunch for this one if that cancels it. */
export function leaveText(lunches: readonly Lunch[], otherId: unknown): string | undefined {
  const other = lunches.find(({ id }) => id === otherId)
  return other?.people.length === 1
    ? 'Nobody else is in that one, so it is cancelled when you leave it.'
    : undefined
}
