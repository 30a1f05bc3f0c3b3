import type { MailMessage } from '#features/mail/server/letter.ts'
import type { WriteMail } from '#features/mail/server/mailer.ts'
import { queuedMail } from '#features/mail/server/queue-mail.ts'
import { sentence } from '#kit/rules/texts/isolated.ts'
import { hours } from '#kit/rules/units.ts'
import type { Config } from '#kit/server/config/config.ts'
import { find, list } from '#kit/server/database/rows.ts'
import type { Deps } from '#kit/server/deps.ts'
import { createMailLink } from './tokens/mail-links.ts'

const links = {
  verification: { path: '/verify-email', lifetime: 24 * hours },
  'password-reset': { path: '/reset-password', lifetime: hours },
}

type AccountMail =
  | keyof typeof links
  | 'password-changed'
  | 'address-changed'
  | 'account-deleted'
  | 'passkey-added'
  | 'passkey-renamed'
  | 'passkey-removed'
  | 'token-created'

export function accountMails(deps: Pick<Deps, 'config' | 'now'>): Record<AccountMail, WriteMail> {
  const { config } = deps
  const withLink =
    (kind: keyof typeof links): WriteMail =>
    async (tx, { destination }) => {
      const user = await find(tx, 'users', { email: destination })
      if (!user || (kind === 'verification' && user.isVerified)) return null
      const url = await createMailLink(tx, deps, user, { purpose: kind, ...links[kind] })
      return { to: user, message: messageOf(kind, config, user.firstName, { url }), link: url }
    }
  const notice =
    (kind: AccountMail): WriteMail =>
    async (_tx, delivery) => {
      const { toName, names } = queuedMail(delivery)
      return { message: messageOf(kind, config, toName, { names }) }
    }
  const passwordChanged: WriteMail = async (tx, delivery) => {
    const { toName, toAddress } = queuedMail(delivery)
    const user = await find(tx, 'users', { email: toAddress })
    const passkeys = user && (await list(tx, 'passkeys', { userId: user.id }, { order: ['id'] }))
    return {
      message: messageOf('password-changed', config, toName, { names: passkeys?.map(({ name }) => name) }),
    }
  }
  return {
    verification: withLink('verification'),
    'password-reset': withLink('password-reset'),
    'password-changed': passwordChanged,
    'address-changed': notice('address-changed'),
    'account-deleted': notice('account-deleted'),
    'passkey-added': notice('passkey-added'),
    'passkey-renamed': notice('passkey-renamed'),
    'passkey-removed': notice('passkey-removed'),
    'token-created': notice('token-created'),
  }
}

type MessageDetails = {
  /** The URL of its link. */
  url?: string
  /** The names of the passkeys that it is about. */
  names?: string[]
}

/** `name` is a first name, or a full one if the account may be gone. */
function messageOf(
  kind: AccountMail,
  config: Config,
  name: string,
  { url = '', names = [] }: MessageDetails = {},
): MailMessage {
  const { appName, appUrl, orgName } = config
  const greeting = name === '' ? 'Hello,' : sentence`Hello ${name},`
  const help = sentence`If this wasn’t you, please tell us immediately: ${config.primaryAdmin.email}`
  const [itemName = '', formerName = ''] = names.map(each => sentence`“${each}”`)
  const seePasskeys = { label: 'See your passkeys', url: `${appUrl}/profile/edit` }
  const seeTokens = { label: 'See your access tokens', url: `${appUrl}/profile/edit` }
  const notice = (subject: string, news: string, action?: MailMessage['action']) => ({
    subject,
    paragraphs: [news],
    ...(action && { action }),
    closing: [help],
  })
  const messages: Record<AccountMail, Omit<MailMessage, 'greeting'>> = {
    verification: {
      subject: sentence`Verify your email address for ${appName}`,
      paragraphs: [
        sentence`One step is left before you can sign in to ${appName}, where the staff of ${orgName} decide where to have lunch: please verify that this email address is yours.`,
      ],
      action: { label: 'Verify email address', url },
      closing: [
        'The link works for 24 hours. If you ask for another one, only the newest works.',
        'If you didn’t create an account, you can ignore this mail.',
      ],
    },
    'password-reset': {
      subject: sentence`Set a new password for ${appName}`,
      paragraphs: [sentence`Someone, most likely you, asked for a new password for your ${appName} account.`],
      action: { label: 'Choose a new password', url },
      closing: [
        'The link works once, within one hour.',
        'If you didn’t ask for it, you can ignore this mail: your password stays as it is.',
      ],
    },
    'password-changed': {
      subject: sentence`Your ${appName} password was changed`,
      paragraphs: [
        sentence`The password of your ${appName} account was changed just now. You are signed out wherever else you were signed in.`,
        ...remainingPasskeys(names),
      ],
      closing: [help],
    },
    'address-changed': notice(
      sentence`Your ${appName} email address was changed`,
      sentence`The email address of your ${appName} account was changed just now. This is the last mail to the old address.`,
    ),
    'account-deleted': notice(
      sentence`Your ${appName} account was deleted`,
      sentence`Your ${appName} account was deleted just now, with its ratings, favorites and picture. Thank you for having lunch with us.`,
    ),
    'passkey-added': notice(
      sentence`A passkey was added to your ${appName} account`,
      sentence`The passkey ${itemName} was added to your ${appName} account just now. Anyone who can unlock it can sign in as you.`,
      seePasskeys,
    ),
    'passkey-renamed': notice(
      sentence`A passkey of your ${appName} account was renamed`,
      sentence`The passkey ${formerName} of your ${appName} account was renamed just now. It is called ${itemName} now.`,
      seePasskeys,
    ),
    'passkey-removed': notice(
      sentence`A passkey was removed from your ${appName} account`,
      sentence`The passkey ${itemName} was removed from your ${appName} account just now. It can no longer be used to sign in.`,
      seePasskeys,
    ),
    'token-created': notice(
      sentence`An access token was created for your ${appName} account`,
      sentence`The access token ${itemName} was created for your ${appName} account just now. A program that has it can use ${appName} as you.`,
      seeTokens,
    ),
  }
  return { greeting, ...messages[kind] }
}

/** A warning that passkeys still work, because changing the password doesn't remove them. */
function remainingPasskeys(names: string[]): string[] {
  if (names.length === 0) return []
  const list = names.map(name => sentence`“${name}”`).join(', ')
  return [
    sentence`Your passkeys still sign you in: ${list}. If one of them isn’t yours, remove it in your profile, under Edit Profile.`,
  ]
}
