import { isolated } from '#domain/isolated.ts'
import { restOfToday } from '#domain/lunch-times.ts'
import { fullName } from '#domain/person-names.ts'
import { timestampAfter } from '#domain/timestamps.ts'
import { days, hours } from '#domain/units.ts'
import { isDisabled, isUnverified } from '#server/auth/account-state.ts'
import { createToken, hashToken } from '#server/auth/tokens.ts'
import { findCampusByCode } from '#server/data/campuses-store.ts'
import { listNamesakes } from '#server/data/lunch-votes-store.ts'
import { listLunchRowsByIds } from '#server/data/lunches-store.ts'
import { insertMailToken, type TokenPurpose } from '#server/data/mail-tokens-store.ts'
import { listPasskeysOf } from '#server/data/passkeys-store.ts'
import { findReminder, listLunchesToJoin } from '#server/data/reminders-store.ts'
import { findSuggestion } from '#server/data/suggestions-store.ts'
import { findUser, findUserByEmail } from '#server/data/users-store.ts'
import type { Db, DeliveryRow, UserRow } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import { headerText, type Letter, writeLetter } from './letter.ts'
import { lunchReminder, messageOf, newHost, suggestionReply } from './messages.ts'
import { queuedMail } from './queue-mail.ts'

/** How long a link in a mail is valid, from when it is sent. */
const linkLifetimes: Record<TokenPurpose, number> = {
  verification: 24 * hours,
  'password-reset': hours,
  // People unsubscribe by old mails too.
  unsubscribe: 365 * days,
}

const pages: Record<TokenPurpose, string> = {
  verification: '/verify-email',
  'password-reset': '/reset-password',
  unsubscribe: '/api/reminders/unsubscribe',
}

export type ComposedMail = Letter & {
  to: { name: string; address: string }
  messageId: string
  link: string | null
}

/** Composes a queued mail, with a new token if it has a link; null if the mail has become pointless. */
export async function composeMail(
  tx: Db,
  deps: ComposeDeps,
  delivery: DeliveryRow,
): Promise<ComposedMail | null> {
  const { config } = deps
  const mail = queuedMail(delivery)
  if (mail.kind === 'suggestion-reply') return composeReply(tx, config, mail)
  if (mail.kind === 'lunch-reminder') return composeReminder(tx, deps, mail)
  if (mail.kind === 'lunch-host') return composeHostNews(tx, deps, mail, delivery)
  const envelope = { messageId: mail.messageId, to: mailbox(mail.toName, mail.toAddress) }
  if (mail.kind !== 'verification' && mail.kind !== 'password-reset') {
    const names = mail.kind === 'password-changed' ? await namePasskeys(tx, mail.toAddress) : mail.names
    const message = messageOf(mail.kind, config, mail.toName, { names })
    return { ...envelope, ...writeLetter(config, message), link: null }
  }
  const user = await findUserByEmail(tx, mail.toAddress)
  if (!user || (mail.kind === 'verification' && user.isVerified)) return null
  const link = await createLink(tx, deps, mail.kind, user)
  const letter = writeLetter(config, messageOf(mail.kind, config, user.firstName, { url: link }))
  return { ...envelope, ...letter, to: mailbox(fullName(user), user.email), link }
}

/** Mail programs show names in lists and beside others. */
const mailbox = (name: string, address: string) => ({ name: isolated(headerText(name)), address })

/** The passkeys of the account with this address. */
async function namePasskeys(tx: Db, email: string): Promise<string[]> {
  const user = await findUserByEmail(tx, email)
  return user ? (await listPasskeysOf(tx, user.id)).map(({ name }) => name) : []
}

/** Composes a reply to the sender's current email address. Null if it is not verified, or the reply was withdrawn. */
async function composeReply(
  tx: Db,
  config: Deps['config'],
  { about = 0, messageId }: ReturnType<typeof queuedMail>,
): Promise<ComposedMail | null> {
  const suggestion = await findSuggestion(tx, about)
  const sender = suggestion && (await findUser(tx, suggestion.userId))
  if (!suggestion?.reply || !sender?.isVerified) return null
  const { name, reply } = suggestion
  const message = suggestionReply(config, { ...suggestion, name, reply, firstName: sender.firstName })
  const to = mailbox(fullName(sender), sender.email)
  return { messageId, to, ...writeLetter(config, message), link: null }
}

/** Composes a reminder of the lunches that can be joined now. Null if there are none, or the user must not get it. */
async function composeReminder(
  tx: Db,
  deps: ComposeDeps,
  { about = 0, messageId }: ReturnType<typeof queuedMail>,
): Promise<ComposedMail | null> {
  const { config, now } = deps
  const user = await findUser(tx, about)
  const reminder = await findReminder(tx, about)
  if (!user || !reminder?.time || isDisabled(user) || isUnverified(user)) return null
  const campus = await findCampusByCode(tx, user.campusCode)
  const lunches = await listLunchesToJoin(tx, user, restOfToday(now(), config.timeZone))
  if (!campus || lunches.length === 0) return null
  const places = lunches.flatMap(lunch => lunch.places)
  const namesakes = await listNamesakes(tx, user.campusCode, places)
  const message = lunchReminder(config, {
    firstName: user.firstName,
    campus: campus.name,
    lunches,
    namesakes,
  })
  const to = mailbox(fullName(user), user.email)
  const letter = writeLetter(config, message)
  const headers = {
    ...letter.headers,
    'List-Unsubscribe': `<${await createLink(tx, deps, 'unsubscribe', user)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
  return { messageId, to, ...letter, headers, link: null }
}

/** Tells the new host of a lunch. Null if it has left or was cancelled, or somebody else is its host by now. */
async function composeHostNews(
  tx: Db,
  { config, now }: ComposeDeps,
  { about = 0, toAddress }: ReturnType<typeof queuedMail>,
  { createdAt }: DeliveryRow,
): Promise<ComposedMail | null> {
  const [lunch] = await listLunchRowsByIds(tx, [about])
  const host = await findUser(tx, lunch?.hostId ?? 0)
  if (!lunch || lunch.state === 'cancelled' || lunch.leavesAt <= now().toISOString()) return null
  if (host?.email !== toAddress || isDisabled(host) || isUnverified(host)) return null
  const { hostname } = new URL(config.appUrl)
  return {
    messageId: `<lunch-${about}-${Date.parse(createdAt)}@${hostname}>`,
    to: mailbox(fullName(host), host.email),
    ...writeLetter(config, newHost(config, host.firstName, lunch)),
    link: null,
  }
}

export type ComposeDeps = Pick<Deps, 'config' | 'now'>

async function createLink(tx: Db, { config, now }: ComposeDeps, purpose: TokenPurpose, user: UserRow) {
  const token = createToken()
  const time = now()
  await insertMailToken(tx, {
    tokenHash: hashToken(token),
    purpose,
    userId: user.id,
    email: user.email,
    createdAt: time.toISOString(),
    expiresAt: timestampAfter(time, linkLifetimes[purpose]),
    usedAt: null,
  })
  return `${config.appUrl}${pages[purpose]}?token=${token}`
}
