import type { Db, LunchRow } from '#server/database/schema.ts'
import { queueDelivery } from './deliveries-store.ts'
import { chatChannel, findWebhook } from './webhooks-store.ts'

/** What is posted of a lunch. */
export type Occasion = 'started' | 'decided' | 'moved' | 'cancelled'

/** The lunch as it was on that occasion; names of people are looked up when it is posted. */
export type LunchPost = Pick<
  LunchRow,
  'hostId' | 'leavesAt' | 'meetingPoint' | 'decidedName' | 'decidedHow'
> & { lunchId: number }

/**
 * Queues a line for the chat of a lunch's campus, where there is one, in the transaction of what happened. It is dropped
 * when the lunch leaves. A department's lunch is nobody else's business.
 */
export async function queueLunchPost(
  tx: Db,
  lunch: LunchRow,
  { occasion, time }: { occasion: Occasion; time: string },
): Promise<void> {
  const { id: lunchId, campusCode, hostId, leavesAt, meetingPoint, decidedName, decidedHow } = lunch
  if (lunch.department !== null || leavesAt <= time) return
  if (!(await findWebhook(tx, campusCode))) return
  const payload: LunchPost = { lunchId, hostId, leavesAt, meetingPoint, decidedName, decidedHow }
  await queueDelivery(tx, new Date(time), {
    channel: chatChannel,
    kind: occasion,
    destination: campusCode,
    payload,
    expiresAt: new Date(leavesAt),
  })
}

/** What a change of a lunch is for those who read of it in a chat; null: nothing. */
export function occasionOf(changes: Partial<LunchRow>): Occasion | null {
  if (changes.state === 'cancelled') return 'cancelled'
  // A vote that ended without any place left is not decided.
  if (changes.state === 'decided') return changes.decidedName == null ? null : 'decided'
  return changes.leavesAt !== undefined || changes.meetingPoint !== undefined ? 'moved' : null
}
