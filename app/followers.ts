import { makeSafetyBackup } from '#features/backups/server/make-backup.ts'
import { reestimateDistances } from '#features/distances/server/travels.ts'
import {
  changeLunchesOf,
  leaveAllLunches,
  moveLunchesToDepartment,
} from '#features/lunches/server/followers.ts'
import { askHowItWas } from '#features/lunches/server/news/notify.ts'
import { touchLunchesWith } from '#features/lunches/server/news/touch-lunches.ts'
import { finishSuggestion } from '#features/suggestions/server/suggestions-api.ts'
import { remove } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'

/**
 * What later features do when an earlier one changes something. The operation that causes it calls it by name, in its
 * own transaction and after its own locks.
 */
export const createFollowers = (deps: Omit<Deps, 'followers' | 'jobs'>) => ({
  accountChanged: (tx: Db, before: Row<'users'>, after: Row<'users'>, time: string): Promise<void> =>
    changeLunchesOf(tx, deps, { before, after, time }),
  /** Before an account is deleted. */
  accountLeaves: async (tx: Db, userId: number, time: string): Promise<void> => {
    // First, because whoever locks restaurants and lunches locks the restaurants first.
    await remove(tx, 'ratings', { userId })
    await leaveAllLunches(tx, deps, { userId, time })
  },
  /** Returns how many distances were estimated again. */
  campusMoved: async (tx: Db, campus: Row<'campuses'>, time: string): Promise<number> => {
    const ids = await reestimateDistances(tx, campus, time)
    await touchLunchesWith(tx, ids, time)
    return ids.length
  },
  departmentRenamed: moveLunchesToDepartment,
  restaurantsChanged: touchLunchesWith,
  /** Returns the name of a backup. It needs no images: the trash keeps those of deleted restaurants. */
  manyRestaurantsLeave: (): Promise<string> => makeSafetyBackup(deps, false),
  /** When a restaurant is saved from a suggestion. */
  suggestionFollowed: finishSuggestion,
  /** When the people of a lunch count as having been there. */
  visitsEntered: askHowItWas,
})
