import { randomBytes } from 'node:crypto'
import { mayUsePassword } from '#features/accounts/server/password/password-sign-in.ts'
import { hashPassword } from '#features/accounts/server/password/passwords.ts'
import { isDisabled } from '#features/accounts/server/users/account-state.ts'
import { replacePassword } from '#features/accounts/server/users/revoke-access.ts'
import { type Write, write } from '#features/audit/server/write.ts'
import { queueMail } from '#features/mail/server/queue-mail.ts'
import { tidyEmail } from '#kit/rules/addresses/email-domains.ts'
import { find, remove } from '#kit/server/database/rows.ts'
import type { Db } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { CommandError, operator, runDatabaseCommand } from './command.ts'

// npm run admin -- reset-password EMAIL, or forget-sign-on-links: for when no one can sign in anymore. Safe while the
// server is running.
await runDatabaseCommand(async (deps, [command, email, ...rest]) => {
  if (command === 'reset-password' && email && rest.length === 0) return resetPassword(deps, email)
  if (command === 'forget-sign-on-links' && email === undefined) return forgetSignOnLinks(deps)
  throw new CommandError(
    'Please write: npm run admin -- reset-password EMAIL\n          or: npm run admin -- forget-sign-on-links',
  )
})

/** For when the issuer has given everyone another subject. People are linked again by their verified addresses. */
async function forgetSignOnLinks(deps: Deps): Promise<void> {
  const { config, diskReserve } = deps
  if (!config.oidc) throw new CommandError('OIDC_ISSUER is not set: there are no links to forget.')
  const issuer = config.oidc.issuer.replace(/\/$/, '')
  const forget = async ({ tx, audit }: Write) => {
    const removed = await remove(tx, 'issuerLinks', { issuer: [issuer, `${issuer}/`] })
    await audit('SIGN_ON_UNLINKED', { issuer, links: removed.length })
    return removed.length
  }
  const links = await diskReserve.use(() => write(deps, operator, forget))
  console.log(`\nForgot the links of ${links} accounts with ${issuer}.`)
  console.log('The next sign-on of each person links their account again, by its verified address.')
}

async function resetPassword(deps: Deps, email: string): Promise<void> {
  const password = randomBytes(12).toString('base64url')
  const passwordHash = await hashPassword(password)
  const reset = async ({ tx, audit }: Write) => {
    const found = await find(tx, 'users', { email: tidyEmail(email) })
    if (!found) throw new CommandError(await unknownEmailMessage(tx, email))
    await replacePassword(tx, found, passwordHash)
    // The server will send it.
    await queueMail(tx, deps, { kind: 'password-changed', to: found })
    await audit('USER_UPDATED', { id: found.id, email: found.email, set: 'a new password' })
    return found
  }
  const user = await deps.diskReserve.use(() => write(deps, operator, reset))
  console.log(`\nSign in as ${user.email} with the password  ${password}`)
  console.log('It is shown only now; change it under Profile.')
  if (isDisabled(user)) console.log('This account is disabled: an administrator must let it sign in again.')
  if (!(await mayUsePassword(deps, user.email)))
    console.log(
      'While PASSWORD_SIGN_IN is off, it is of no use: only the primary admin can sign in with a password.',
    )
}

// A new operator may not know the email address of the primary admin.
async function unknownEmailMessage(db: Db, email: string): Promise<string> {
  const primary = await find(db, 'users', { isPrimaryAdmin: true })
  const hint = primary
    ? `The primary admin's is ${primary.email}.`
    : 'The database is empty: are DATA_DIR and DATABASE_URL right?'
  return `There is no account with the address ${email}. ${hint}`
}
