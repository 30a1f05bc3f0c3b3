import { chatChannel, findWebhook } from '#features/chat/server/webhooks-store.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import { queueDelivery } from '#kit/server/jobs/deliveries-store.ts'

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
  if (!(await findWebhook(tx, campusCode))) return
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
