import { findUser } from '#features/accounts/server/users/users-store.ts'
import { queueMail } from '#features/mail/server/queue-mail.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { notifyStandingHost } from '../news/notify.ts'
import { touchLunches } from '../news/touch-lunches.ts'
import { listUpcomingOf } from './standing-days-store.ts'
import { lockStandingLunch, updateStandingLunch } from './standing-lunches-store.ts'
import { listRegulars } from './standing-people-store.ts'

/** Ends a standing lunch. Lunches that it made become ordinary ones. */
export async function removeStandingLunch(tx: Db, id: number, time: string): Promise<void> {
  const made = await listUpcomingOf(tx, id, time)
  await tx.deleteFrom('standingLunches').where('id', '=', id).execute()
  await touchLunches(
    tx,
    made.map(({ lunchId }) => lunchId),
    time,
  )
}

/** Removes a regular from a locked standing lunch. The next one becomes its host; without any it ends. */
export async function removeRegular(
  tx: Db,
  deps: Pick<Deps, 'config' | 'now'>,
  { id, hostId: before }: Pick<Row<'standingLunches'>, 'id' | 'hostId'>,
  { userId, time }: { userId: number; time: string },
): Promise<void> {
  await tx.deleteFrom('standingRegulars').where('standingId', '=', id).where('userId', '=', userId).execute()
  const [next] = await listRegulars(tx, [id])
  if (!next) return removeStandingLunch(tx, id, time)
  const hostId = next.id
  await updateStandingLunch(tx, id, { hostId })
  if (hostId === before) return
  await notifyStandingHost(tx, { id, hostId }, time)
  const host = await findUser(tx, hostId)
  if (host) await queueMail(tx, deps, { kind: 'lunch-host', to: host, others: { standing: id } })
}

/** For an account that is deleted or disabled. */
export async function stopBeingRegularAnywhere(
  tx: Db,
  deps: Pick<Deps, 'config' | 'now'>,
  who: { userId: number; time: string },
): Promise<void> {
  const rows = await tx
    .selectFrom('standingRegulars')
    .select('standingId')
    .where('userId', '=', who.userId)
    .orderBy('standingId')
    .execute()
  for (const { standingId } of rows) {
    const standing = await lockStandingLunch(tx, standingId)
    if (standing) await removeRegular(tx, deps, standing, who)
  }
}
