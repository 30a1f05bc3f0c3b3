import { listLunchPeople } from '#server/data/lunch-people-store.ts'
import { updateLunch } from '#server/data/lunches-store.ts'
import { findUser } from '#server/data/users-store.ts'
import type { Db, Row } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import { announceLunches, tell } from '#server/lunches/tell.ts'
import { queueMail } from '#server/mail/queue-mail.ts'

/**
 * Removes a user and their votes from a locked lunch. If the user is the host, the next person in the order
 * of joining becomes the host. A lunch without people is cancelled, unless it has already left.
 */
export async function removeFromLunch(
  tx: Db,
  deps: Pick<Deps, 'config' | 'now'>,
  lunch: Row<'lunches'>,
  { userId, time }: { userId: number; time: string },
): Promise<void> {
  await tx.deleteFrom('lunchPeople').where('lunchId', '=', lunch.id).where('userId', '=', userId).execute()
  const left = await listLunchPeople(tx, [lunch.id])
  const [next] = left
  const isAhead = lunch.leavesAt > time && lunch.state !== 'cancelled'
  const isCancelled = !next && isAhead
  const hostId = lunch.hostId === userId ? next?.id : undefined
  const changed = await updateLunch(
    tx,
    lunch.id,
    {
      peopleCount: left.length,
      ...(hostId !== undefined && { hostId }),
      ...(isCancelled && { state: 'cancelled' as const }),
    },
    time,
  )
  await announceLunches(tx, [changed], time)
  if (isCancelled) await tell(tx, changed, 'cancelled', { time })
  if (hostId === undefined) return
  await tell(tx, changed, 'host', { time })
  const host = isAhead && (await findUser(tx, hostId))
  if (!host) return
  await queueMail(tx, deps, {
    kind: 'lunch-host',
    to: host,
    about: lunch.id,
    expiresAt: new Date(lunch.leavesAt),
  })
}
