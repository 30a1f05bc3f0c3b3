import { chatChannel } from '#features/chat/server/chat-poster.ts'
import { hours } from '#kit/rules/units.ts'
import { find } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import { announce } from '#kit/server/jobs/changes-store.ts'
import { queueDelivery } from '#kit/server/jobs/deliveries-store.ts'
import { updateLunch } from '../lunches-store.ts'
import { notify, notifyOfMove } from './notify.ts'

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

/** Changes a locked lunch on all pages, and tells what that means to people. */
export async function changeAndTell(
  tx: Db,
  id: number,
  changes: Partial<Row<'lunches'>>,
  cause: { time: string; by?: number | null },
): Promise<Row<'lunches'>> {
  const changed = await updateLunch(tx, id, changes, cause.time)
  await announceLunches(tx, [changed], cause.time)
  const news = newsOf(changes)
  if (news) await tell(tx, changed, news, cause)
  return changed
}

type LunchNews = 'cancelled' | 'decided' | 'moved' | 'place' | 'host' | 'reopened'

/** Tells the chat, and the phones of the people in a lunch but that of `by`, who did it. */
export async function tell(
  tx: Db,
  lunch: Row<'lunches'>,
  news: LunchNews,
  { time, by = null }: { time: string; by?: number | null },
): Promise<void> {
  if (lunch.leavesAt <= time) return
  // The chat says where a lunch meets whenever it says that it moved, and doesn't say who its host is.
  const occasion = news === 'place' ? 'moved' : news
  if (occasion !== 'host') await queuePost(tx, lunch, { occasion, time })
  if (news === 'moved') await notifyOfMove(tx, lunch, { time, by })
  else
    await notify(tx, lunch, {
      occasion: news,
      time,
      by,
      ...(news === 'host' && { onlyFor: [lunch.hostId ?? 0] }),
    })
}

/** What several changes at once mean to people; undefined if nothing. */
function newsOf(changes: Partial<Row<'lunches'>>): LunchNews | undefined {
  if (changes.state === 'cancelled') return 'cancelled'
  // If no restaurant was left when the vote ended, nothing was decided.
  if (changes.state === 'decided') return changes.decidedName == null ? undefined : 'decided'
  if (changes.state === 'voting') return 'reopened'
  if (changes.leavesAt !== undefined) return 'moved'
  return changes.meetingPoint !== undefined ? 'place' : undefined
}

/** The events of a lunch that are posted in the chat. */
export type PostOccasion = 'started' | 'decided' | 'reopened' | 'moved' | 'cancelled'

/** The lunch as it was at that moment; people's names are looked up when it is posted. */
export type LunchPost = Pick<
  Row<'lunches'>,
  'hostId' | 'leavesAt' | 'meetingPoint' | 'decidedName' | 'decidedHow'
> & { lunchId: number }

/**
 * Queues a message to the chat of the lunch's campus, if there is one, in the transaction of the change. The
 * message expires when the lunch leaves. A department's lunches are private to it and are not posted.
 */
export async function queuePost(
  tx: Db,
  lunch: Row<'lunches'>,
  { occasion, time }: { occasion: PostOccasion; time: string },
): Promise<void> {
  const { id: lunchId, campusCode, hostId, leavesAt, meetingPoint, decidedName, decidedHow } = lunch
  if (lunch.department !== null || leavesAt <= time) return
  if (!(await find(tx, 'campusWebhooks', { campusCode }))) return
  const payload: LunchPost = { lunchId, hostId, leavesAt, meetingPoint, decidedName, decidedHow }
  await queueDelivery(tx, new Date(time), {
    channel: chatChannel,
    kind: occasion,
    server: campusCode,
    destination: campusCode,
    payload,
    expiresAt: new Date(leavesAt),
  })
}
