import { isDisabled } from '#features/accounts/server/users/account-state.ts'
import { list, lock } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { listUpcomingLunchIds } from './lock-lunches.ts'
import { removeFromLunch } from './lunch-people.ts'
import { announceLunches } from './news/tell.ts'
import { touchLunches } from './news/touch-lunches.ts'
import { removeRegular } from './standing/leave-standing-lunch.ts'

type MailDeps = Pick<Deps, 'config' | 'now'>

/* What happens to lunches when accounts or departments change. */

export async function changeLunchesOf(
  tx: Db,
  deps: MailDeps,
  { before, after, time }: { before: Row<'users'>; after: Row<'users'>; time: string },
): Promise<void> {
  const { id } = after
  if (isDisabled(after)) {
    await stopBeingRegularAnywhere(tx, deps, { userId: id, time })
    // A disabled account can neither host them nor give its seat back.
    await leaveLunches(tx, deps, await listUpcomingLunchIds(tx, id, time), { userId: id, time })
  } else if (sharedDietsOf(after) !== sharedDietsOf(before))
    await touchLunches(tx, await listUpcomingLunchIds(tx, id, time), time)
}

/** The diets that lunches consider. */
const sharedDietsOf = ({ diets, dietsAtLunches }: Row<'users'>) => (dietsAtLunches ? diets : '')

/** Before an account is deleted. */
export async function leaveAllLunches(
  tx: Db,
  deps: MailDeps,
  { userId, time }: { userId: number; time: string },
): Promise<void> {
  await stopBeingRegularAnywhere(tx, deps, { userId, time })
  const ids = (await list(tx, 'lunchPeople', { userId })).map(({ lunchId }) => lunchId)
  await leaveLunches(tx, deps, ids, { userId, time })
}

async function stopBeingRegularAnywhere(
  tx: Db,
  deps: MailDeps,
  who: { userId: number; time: string },
): Promise<void> {
  const rows = await list(tx, 'standingRegulars', { userId: who.userId }, { order: ['standingId'] })
  for (const { standingId } of rows) {
    const [standing] = await lock(tx, 'standingLunches', { id: standingId })
    if (standing) await removeRegular(tx, deps, standing, who)
  }
}

async function leaveLunches(
  tx: Db,
  deps: MailDeps,
  ids: number[],
  who: { userId: number; time: string },
): Promise<void> {
  for (const lunch of await lock(tx, 'lunches', { id: ids })) await removeFromLunch(tx, deps, lunch, who)
}

/** Keeps lunches and standing lunches with their department when it is renamed. */
export async function moveLunchesToDepartment(
  tx: Db,
  { from, to }: { from: string; to: string },
  time: string,
): Promise<void> {
  await tx
    .updateTable('standingLunches')
    .set(eb => ({ department: to, version: eb('version', '+', 1) }))
    .where('department', '=', from)
    .execute()
  const moved = await tx
    .updateTable('lunches')
    .set(eb => ({ department: to, version: eb('version', '+', 1), changedAt: time }))
    .where('department', '=', from)
    .returning(['id', 'leavesAt'])
    .execute()
  if (moved.length > 0) await announceLunches(tx, moved, time)
}
