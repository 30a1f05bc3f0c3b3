import { randomBytes } from 'node:crypto'
import { recordAudit } from '#server/audit/record-audit.ts'
import { hashPassword } from '#server/credentials/passwords.ts'
import { removeSessionsOfUser } from '#server/data/sessions-store.ts'
import { findUserByEmail, updateUser } from '#server/data/users-store.ts'
import type { Db } from '#server/database/schema.ts'
import { CommandRefusal, operator, runDatabaseCommand } from './command.ts'

// npm run admin -- reset-password EMAIL: for the day on which nobody can sign in any more. Safe while the server runs.
await runDatabaseCommand(async ({ db, now, reserve }, [command, email, ...rest]) => {
  if (command !== 'reset-password' || !email || rest.length > 0)
    throw new CommandRefusal('Please write: npm run admin -- reset-password EMAIL')
  const password = randomBytes(12).toString('base64url')
  const passwordHash = await hashPassword(password)
  const replacePassword = async (tx: Db) => {
    const found = await findUserByEmail(tx, email.trim().toLowerCase())
    if (!found) throw new CommandRefusal(`There is no account with the address ${email}.`)
    await updateUser(tx, found.id, { passwordHash, isVerified: true })
    await removeSessionsOfUser(tx, found.id)
    const details = { id: found.id, email: found.email, set: 'a new password' }
    await recordAudit(tx, { action: 'USER_UPDATED', details, by: operator, time: now().toISOString() })
    return found
  }
  const user = await reserve.use(() => db.transaction().execute(replacePassword))
  console.log(`\nSign in as ${user.email} with the password  ${password}`)
  console.log('It is shown only now; change it under Profile.')
  if (!user.canLogin) console.log('This account is disabled: an administrator must let it sign in again.')
})
