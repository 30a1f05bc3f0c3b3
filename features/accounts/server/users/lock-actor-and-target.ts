import { rankOf } from '#kit/rules/roles.ts'
import { indexedIn } from '#kit/server/database/id-list.ts'
import { locked } from '#kit/server/database/locks.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import { conflict } from '#kit/server/http/errors.ts'
import type { Viewer } from '#kit/server/http/viewer.ts'
import { canActAsSuperUser } from '../../ranks.ts'
import { userNotFound } from './account-state.ts'

type LockedAccounts = {
  actor: Row<'users'>
  target: Row<'users'>
  /** Throws if the target's new state (null: deleted) leaves no account that can act as super-user. */
  requireRemainingSuperUser: (after: Row<'users'> | null) => void
}

/**
 * Locks the target, the actor and all super-users until the transaction ends, and checks that the actor still has their
 * rights. So two simultaneous changes can't remove the last super-user.
 */
export async function lockActorAndTarget(tx: Db, viewer: Viewer, id: number): Promise<LockedAccounts> {
  const accounts = await tx
    .selectFrom('users')
    .selectAll()
    .where(eb =>
      eb.or([
        indexedIn(tx, 'id', [id, viewer.id]),
        eb('role', '=', 'super-user'),
        eb('isPrimaryAdmin', '=', true),
      ]),
    )
    .orderBy('id')
    .$call(locked(tx))
    .execute()
  const target = accounts.find(account => account.id === id)
  if (!target) throw userNotFound()
  return {
    actor: requireUnchangedRights(accounts, viewer),
    target,
    requireRemainingSuperUser: after => {
      const others = accounts.filter(account => account.id !== id)
      const left = after ? [...others, after] : others
      if (canActAsSuperUser(target) && !left.some(canActAsSuperUser)) throw conflict(lastSuperUserMessage)
    },
  }
}

const lastSuperUserMessage = 'This is the last account that can act as super-user. Appoint another one first.'

// Two administrators may demote each other at the same moment: the second one then no longer has the rights to.
function requireUnchangedRights(accounts: Row<'users'>[], viewer: Viewer): Row<'users'> {
  const actor = accounts.find(account => account.id === viewer.id)
  if (actor?.canLogin && rankOf(actor) >= rankOf(viewer)) return actor
  throw conflict('Your own account has just been changed. Please reload the page.')
}
