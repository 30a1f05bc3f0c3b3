import { credentialTables } from '#features/accounts/server/tables.ts'
import { list, remove } from '#kit/server/database/rows.ts'
import type { Db } from '#kit/server/database/schema.ts'
import { insertRows } from '../format/stage-backup.ts'

type CredentialTable = keyof typeof credentialTables
type Credential = { userId: number; [column: string]: unknown }
export type Credentials = Map<CredentialTable, Credential[]>

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
      await removeDuplicates(tx, name, row)
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

async function removeDuplicates(
  tx: Db,
  name: CredentialTable,
  row: { [column: string]: unknown },
): Promise<void> {
  await remove(tx, name, Object.fromEntries(identifying[name].map(column => [column, row[column]])))
}
