import { credentialTables } from '#features/accounts/server/tables.ts'
import { isDisabled, isUnverified } from '#features/accounts/server/users/account-state.ts'
import { list, remove } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import { insertRows } from '../format/stage-backup.ts'

/** What identifies an account in a backup. */
type Identity = Pick<Row<'users'>, 'id' | 'email' | 'username' | 'isPrimaryAdmin'>

type KeptAccounts = {
  /** For an account's id in the backup: the same person's current account, which keeps its rights and password. */
  matches: Map<number, Row<'users'>>
  /** Accounts that are not in the backup, with the ids and usernames that they get in the restored database. */
  additions: Row<'users'>[]
}

/**
 * Matches the accounts that survive a restore (the primary admin's and the restorer's) to those in the backup by
 * email. The primary admin also matches the backup's one. Ids of the backup stay, since everything in it refers to
 * them.
 */
export function keepAccounts(
  inBackup: readonly Identity[],
  survivors: readonly Row<'users'>[],
): KeptAccounts {
  const byEmail = new Map(inBackup.map(identity => [identity.email, identity]))
  const matches = new Map<number, Row<'users'>>()
  for (const survivor of survivors) {
    const match = byEmail.get(survivor.email)
    if (match) matches.set(match.id, survivor)
  }
  const formerPrimary = inBackup.find(identity => identity.isPrimaryAdmin)
  const primary = survivors.find(survivor => survivor.isPrimaryAdmin)
  if (primary && formerPrimary && !byEmail.has(primary.email) && !matches.has(formerPrimary.id))
    matches.set(formerPrimary.id, primary)

  const matched = new Set([...matches.values()].map(({ id }) => id))
  const ids = new Set(inBackup.map(({ id }) => id))
  const usernames = new Set(inBackup.map(({ username }) => username))
  const additions: Row<'users'>[] = []
  for (const survivor of survivors.filter(({ id }) => !matched.has(id))) {
    const id = ids.has(survivor.id) ? Math.max(...ids) + 1 : survivor.id
    const username = unusedName(survivor.username, usernames)
    ids.add(id)
    usernames.add(username)
    additions.push({ ...survivor, id, username })
  }
  return { matches, additions }
}

/** Merges the backup's account with its match. Without a match it can be the primary admin only if there is none. */
export function mergeAccount(
  inBackup: Row<'users'>,
  match: Row<'users'> | undefined,
  isThereAnAdmin = true,
): Row<'users'> {
  if (!match) return { ...inBackup, isPrimaryAdmin: inBackup.isPrimaryAdmin && !isThereAnAdmin }
  const { email, passwordHash, role, canLogin, isVerified, isPrimaryAdmin } = match
  return { ...inBackup, email, passwordHash, role, canLogin, isVerified, isPrimaryAdmin }
}

/** The addresses of accounts that can't sign in now, and can once the backup is restored. */
export async function listSignInAgain(now: Db, inBackup: Db): Promise<string[]> {
  const listActive = async (db: Db) => {
    const columns = ['email', 'canLogin', 'isVerified', 'isPrimaryAdmin'] as const
    const users = await db.selectFrom('users').select(columns).orderBy('email').execute()
    return users.filter(user => !isDisabled(user) && !isUnverified(user))
  }
  const current = await listActive(now)
  const active = new Set(current.map(({ email }) => email))
  const hasPrimary = current.some(({ isPrimaryAdmin }) => isPrimaryAdmin)
  return (
    (await listActive(inBackup))
      // The current primary admin takes the place of the backup's.
      .filter(({ email, isPrimaryAdmin }) => !active.has(email) && !(isPrimaryAdmin && hasPrimary))
      .map(({ email }) => email)
  )
}

function unusedName(preferred: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? preferred : `${preferred}${number}`
    if (!taken.has(name)) return name
  }
}

type CredentialTable = keyof typeof credentialTables
type Credential = { userId: number; [column: string]: unknown }
type Credentials = Map<CredentialTable, Credential[]>

const names = Object.keys(credentialTables) as CredentialTable[]

/** Reads the credentials, besides passwords, of the accounts that survive a restore. */
export async function readCredentials(tx: Db, survivors: readonly { id: number }[]): Promise<Credentials> {
  const userId = survivors.map(({ id }) => id)
  const found: Credentials = new Map()
  for (const name of names) found.set(name, await list(tx, name, { userId }))
  return found
}

/**
 * Gives these accounts exactly the credentials that they had before the restore: a forged backup must not let its
 * author sign in as the primary admin.
 */
export async function restoreCredentials(
  tx: Db,
  credentials: Credentials,
  owners: { before: number; after: number }[],
): Promise<void> {
  const idAfter = new Map(owners.map(({ before, after }) => [before, after]))
  for (const [name, rows] of credentials) {
    await remove(tx, name, { userId: [...idAfter.values()] })
    for (const { id: _, ...row } of rows) {
      const same = identifying[name].map(column => [column, row[column]])
      await remove(tx, name, Object.fromEntries(same))
      await insertRows(tx, name, [{ ...row, userId: idAfter.get(row.userId) }])
    }
  }
}

// These columns are unique. If the backup has the same values in another account (such as the owner's under an
// earlier address), the credential stays with the account that has it now.
const identifying: Record<CredentialTable, readonly string[]> = {
  issuerLinks: ['issuer', 'subject'],
  passkeys: ['credentialId'],
  calendarFeeds: ['tokenHash'],
}
