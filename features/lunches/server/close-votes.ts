import { randomInt } from 'node:crypto'
import type { Db, Row } from '#kit/server/database/schema.ts'
import { decide } from '../lunch-decision.ts'
import { canBeVotedFor, decided, listLunchOptions, listLunchVotes } from './lunch-votes-store.ts'
import { updateLunch } from './lunches-store.ts'
import { announceLunches, tell } from './news/tell.ts'

export const isDue = (
  { state, decidesAt }: Pick<Row<'lunches'>, 'state' | 'decidesAt'>,
  time: string,
): boolean => state === 'voting' && decidesAt !== null && decidesAt <= time

/** Decides a locked lunch by its votes; if no place is left to choose, it ends undecided. */
export async function decideByVotes(
  tx: Db,
  lunch: Row<'lunches'>,
  time: string,
  by: number | null = null,
): Promise<Row<'lunches'>> {
  const options = (await listLunchOptions(tx, [lunch.id])).filter(canBeVotedFor)
  const votes = await listLunchVotes(tx, [lunch.id])
  const counted = options.map(({ restaurantId }) => ({
    restaurantId,
    votes: votes.filter(vote => vote.restaurantId === restaurantId).length,
  }))
  const decision = decide(counted, below => randomInt(below))
  const chosen = options.find(option => option.restaurantId === decision?.restaurantId)
  const outcome = decided(decision, chosen?.restaurant?.name ?? null)
  const closed = await updateLunch(tx, lunch.id, outcome, time)
  await announceLunches(tx, [closed], time)
  if (chosen) await tell(tx, closed, 'decided', { time, by })
  return closed
}
