import { isDisabled } from '#server/auth/account-state.ts'
import { removeFromLunch } from '#server/data/lunch-people-store.ts'
import {
  listUpcomingLunchIds,
  lockLunches,
  renameDepartmentOfLunches,
  touchLunches,
} from '#server/data/lunches-store.ts'
import { renameDepartmentOfStandingLunches } from '#server/data/standing-lunches-store.ts'
import { stopBeingRegularAnywhere } from '#server/data/standing-people-store.ts'
import type { Db, UserRow } from '#server/database/schema.ts'

/* What happens to lunches when accounts or departments change. */

export async function changeLunchesOf(tx: Db, before: UserRow, after: UserRow, time: string): Promise<void> {
  const { id } = after
  if (isDisabled(after)) {
    await stopBeingRegularAnywhere(tx, id, time)
    // A disabled account can neither host them nor give its seat back.
    await leaveLunches(tx, await listUpcomingLunchIds(tx, id, time), id, time)
  } else if (sharedDietsOf(after) !== sharedDietsOf(before))
    await touchLunches(tx, await listUpcomingLunchIds(tx, id, time), time)
}

/** The diets that lunches consider. */
const sharedDietsOf = ({ diets, dietsAtLunches }: UserRow) => (dietsAtLunches ? diets : '')

/** Before an account is deleted. */
export async function leaveAllLunches(tx: Db, userId: number, time: string): Promise<void> {
  await stopBeingRegularAnywhere(tx, userId, time)
  const rows = await tx.selectFrom('lunchPeople').select('lunchId').where('userId', '=', userId).execute()
  await leaveLunches(
    tx,
    rows.map(({ lunchId }) => lunchId),
    userId,
    time,
  )
}

async function leaveLunches(tx: Db, ids: number[], userId: number, time: string): Promise<void> {
  for (const lunch of await lockLunches(tx, ids)) await removeFromLunch(tx, lunch, userId, time)
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
