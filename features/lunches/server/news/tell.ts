import { hours } from '#kit/rules/units.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import { announce } from '#kit/server/jobs/changes-store.ts'
import { notify, notifyOfMove } from './notify.ts'
import { queuePost } from './queue-post.ts'

/** The topic under which changes of lunches are announced. */
export const lunchTopic = 'lunches'

/**
 * Every change of a lunch, or of anything in it, ends with this: it updates the pages that list it. Only of lunches that
 * lists still show, because deleting an account changes every lunch it was ever in.
 */
export async function announceLunches(
  tx: Db,
  lunches: Pick<Row<'lunches'>, 'id' | 'leavesAt'>[],
  time: string,
): Promise<void> {
  const from = startOfLists(time)
  const changed = lunches.filter(({ leavesAt }) => leavesAt > from).map(({ id }) => id)
  await announce(tx, { topic: lunchTopic, changed, time })
}

/** Lists begin with the current local day, which has at most 25 hours. */
export const startOfLists = (time: string) => new Date(Date.parse(time) - 25 * hours).toISOString()

export type LunchChange = 'cancelled' | 'decided' | 'moved' | 'place' | 'host' | 'reopened'

/** Tells the chat, and the phones of the people in a lunch but that of `by`, who did it. */
export async function tell(
  tx: Db,
  lunch: Row<'lunches'>,
  change: LunchChange,
  { time, by = null }: { time: string; by?: number | null },
): Promise<void> {
  if (lunch.leavesAt <= time) return
  // The chat says where a lunch meets whenever it says that it moved, and doesn't say who its host is.
  const occasion = change === 'place' ? 'moved' : change
  if (occasion !== 'host') await queuePost(tx, lunch, { occasion, time })
  if (change === 'moved') await notifyOfMove(tx, lunch, { time, by })
  else
    await notify(tx, lunch, {
      occasion: change,
      time,
      by,
      ...(change === 'host' && { onlyFor: [lunch.hostId ?? 0] }),
    })
}

/** What several changes at once mean to people; undefined if nothing. */
export function changeOf(changes: Partial<Row<'lunches'>>): LunchChange | undefined {
  // If no place was left when the vote ended, nothing was decided.
  if (changes.state === 'decided') return changes.decidedName == null ? undefined : 'decided'
  if (changes.state === 'voting') return 'reopened'
  if (changes.leavesAt !== undefined) return 'moved'
  return changes.meetingPoint !== undefined ? 'place' : undefined
}
