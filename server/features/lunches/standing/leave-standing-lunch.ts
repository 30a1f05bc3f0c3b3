import { listUpcomingOf } from '#server/data/standing-days-store.ts'
import { lockStandingLunch, updateStandingLunch } from '#server/data/standing-lunches-store.ts'
import { listRegulars } from '#server/data/standing-people-store.ts'
import type { Db, StandingLunchRow } from '#server/database/schema.ts'
import { touchLunches } from '#server/lunches/touch-lunches.ts'

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
  { id }: Pick<StandingLunchRow, 'id'>,
  userId: number,
  time: string,
): Promise<void> {
  await tx.deleteFrom('standingRegulars').where('standingId', '=', id).where('userId', '=', userId).execute()
  const [next] = await listRegulars(tx, [id])
  if (next) await updateStandingLunch(tx, id, { hostId: next.id })
  else await removeStandingLunch(tx, id, time)
}

/** For an account that is deleted or disabled. */
export async function stopBeingRegularAnywhere(tx: Db, userId: number, time: string): Promise<void> {
  const rows = await tx
    .selectFrom('standingRegulars')
    .select('standingId')
    .where('userId', '=', userId)
    .orderBy('standingId')
    .execute()
  for (const { standingId } of rows) {
    const standing = await lockStandingLunch(tx, standingId)
    if (standing) await removeRegular(tx, standing, userId, time)
  }
}
