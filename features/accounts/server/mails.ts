import type { MailMessage } from '#features/mail/server/letter.ts'
import type { WriteMail } from '#features/mail/server/mailer.ts'
import { queuedMail } from '#features/mail/server/queue-mail.ts'
import { sentence } from '#kit/rules/texts/isolated.ts'
import { hours } from '#kit/rules/units.ts'
import { find, list } from '#kit/server/database/rows.ts'
import type { Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { createMailLink } from './tokens/mail-links.ts'

type Written = Omit<MailMessage, 'greeting'>
type Link = { purpose: 'verification' | 'password-reset'; path: string; lifetime: number }

/** The mails about accounts, by their kinds. */
export function accountMails(deps: Pick<Deps, 'config' | 'now'>) {
  const { appName, appUrl, orgName, primaryAdmin } = deps.config
  const help = sentence`If this wasn’t you, please tell us immediately: ${primaryAdmin.email}`
  const seePasskeys = { label: 'See your passkeys', url: `${appUrl}/profile/edit` }
  const seeTokens = { label: 'See your access tokens', url: `${appUrl}/profile/edit` }

  /** With a link that is made when the mail is sent. */
  const withLink =
    (link: Link, write: (url: string) => Written): WriteMail =>
    async (tx, { destination }) => {
      const user = await find(tx, 'users', { email: destination })
      if (!user || (link.purpose === 'verification' && user.isVerified)) return null
      const url = await createMailLink(tx, deps, user, link)
      return { to: user, message: { greeting: greetingOf(user.firstName), ...write(url) }, link: url }
    }

  /** Of what was just done with an account, which may be gone, and with the named parts of it. */
  const notice =
    (
      subject: string,
      news: (name: string, formerName: string) => string,
      action?: MailMessage['action'],
    ): WriteMail =>
    async (_tx, delivery) => {
      const { toName, names = [] } = queuedMail(delivery)
      const [name = '', formerName = ''] = names.map(quoted)
      const paragraphs = [news(name, formerName)]
      const message = { subject, greeting: greetingOf(toName), paragraphs, closing: [help] }
      return { message: { ...message, ...(action && { action }) } }
    }

  const verification = { purpose: 'verification', path: '/verify-email', lifetime: 24 * hours } as const
  const passwordReset = { purpose: 'password-reset', path: '/reset-password', lifetime: hours } as const
  const passwordChanged: WriteMail = async (tx, delivery) => {
    const { toName, toAddress } = queuedMail(delivery)
    const user = await find(tx, 'users', { email: toAddress })
    const passkeys = user ? await list(tx, 'passkeys', { userId: user.id }, { order: ['id'] }) : []
    const message = {
      subject: sentence`Your ${appName} password was changed`,
      greeting: greetingOf(toName),
      paragraphs: [
        sentence`The password of your ${appName} account was changed just now. You are signed out wherever else you were signed in.`,
        ...remainingPasskeys(passkeys),
      ],
      closing: [help],
    }
    return { message }
  }
  return {
    verification: withLink(verification, url => ({
      subject: sentence`Verify your email address for ${appName}`,
      paragraphs: [
        sentence`One step is left before you can sign in to ${appName}, where the staff of ${orgName} decide where to have lunch: please verify that this email address is yours.`,
      ],
      action: { label: 'Verify email address', url },
      closing: [
        'The link works for 24 hours. If you ask for another one, only the newest works.',
        'If you didn’t create an account, you can ignore this mail.',
      ],
    })),
    'password-reset': withLink(passwordReset, url => ({
      subject: sentence`Set a new password for ${appName}`,
      paragraphs: [sentence`Someone, most likely you, asked for a new password for your ${appName} account.`],
      action: { label: 'Choose a new password', url },
      closing: [
        'The link works once, within one hour.',
        'If you didn’t ask for it, you can ignore this mail: your password stays as it is.',
      ],
    })),
    'password-changed': passwordChanged,
    'address-changed': notice(
      sentence`Your ${appName} email address was changed`,
      () =>
        sentence`The email address of your ${appName} account was changed just now. This is the last mail to the old address.`,
    ),
    'account-deleted': notice(
      sentence`Your ${appName} account was deleted`,
      () =>
        sentence`Your ${appName} account was deleted just now, with its ratings, favorites and picture. Thank you for having lunch with us.`,
    ),
    'passkey-added': notice(
      sentence`A passkey was added to your ${appName} account`,
      name =>
        sentence`The passkey ${name} was added to your ${appName} account just now. Anyone who can unlock it can sign in as you.`,
      seePasskeys,
    ),
    'passkey-renamed': notice(
      sentence`A passkey of your ${appName} account was renamed`,
      (name, formerName) =>
        sentence`The passkey ${formerName} of your ${appName} account was renamed just now. It is called ${name} now.`,
      seePasskeys,
    ),
    'passkey-removed': notice(
      sentence`A passkey was removed from your ${appName} account`,
      name =>
        sentence`The passkey ${name} was removed from your ${appName} account just now. It can no longer be used to sign in.`,
      seePasskeys,
    ),
    'token-created': notice(
      sentence`An access token was created for your ${appName} account`,
      name =>
        sentence`The access token ${name} was created for your ${appName} account just now. A program that has it can use ${appName} as you.`,
      seeTokens,
    ),
  }
}

const greetingOf = (name: string) => (name === '' ? 'Hello,' : sentence`Hello ${name},`)

const quoted = (name: string) => sentence`“${name}”`

/** A warning that passkeys still work, because changing the password doesn't remove them. */
function remainingPasskeys(passkeys: Row<'passkeys'>[]): string[] {
  if (passkeys.length === 0) return []
  const list = passkeys.map(({ name }) => quoted(name)).join(', ')
  return [
    sentence`Your passkeys still sign you in: ${list}. If one of them isn’t yours, remove it in your profile, under Edit Profile.`,
  ]
}
