import { findUser } from '#features/accounts/server/users/users-store.ts'
import { queueMail } from '#features/mail/server/queue-mail.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { listLunchPeople } from './lunch-people-store.ts'
import { updateLunch } from './lunches-store.ts'
import { announceLunches, tell } from './news/tell.ts'

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
