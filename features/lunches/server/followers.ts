import { isDisabled } from '#features/accounts/server/users/account-state.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { removeFromLunch } from './leave-lunch.ts'
import { listUpcomingLunchIds, lockLunches } from './lunches-store.ts'
import { renameDepartmentOfLunches, touchLunches } from './news/touch-lunches.ts'
import { stopBeingRegularAnywhere } from './standing/leave-standing-lunch.ts'
import { renameDepartmentOfStandingLunches } from './standing/standing-lunches-store.ts'

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
  const rows = await tx.selectFrom('lunchPeople').select('lunchId').where('userId', '=', userId).execute()
  const ids = rows.map(({ lunchId }) => lunchId)
  await leaveLunches(tx, deps, ids, { userId, time })
}

async function leaveLunches(
  tx: Db,
  deps: MailDeps,
  ids: number[],
  who: { userId: number; time: string },
): Promise<void> {
  for (const lunch of await lockLunches(tx, ids)) await removeFromLunch(tx, deps, lunch, who)
}

/** Keeps lunches and standing lunches with their department when it is renamed. */
export async function moveLunchesToDepartment(
  tx: Db,
  rename: { from: string; to: string },
  time: string,
): Promise<void> {
  await renameDepartmentOfStandingLunches(tx, rename)
  await renameDepartmentOfLunches(tx, { ...rename, time })
}
