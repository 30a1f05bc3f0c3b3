import { resolve } from 'node:path'
import type { Config } from '#kit/server/config/config.ts'
import type { MailSetup } from '../contract.ts'
import { outboxOf } from './outbox.ts'

/** How this installation sends mails, without user name and password. */
export function describeMailSetup({ dataDir, mail }: Pick<Config, 'dataDir' | 'mail'>): MailSetup {
  const { from, smtpUrl } = mail
  if (smtpUrl === null) {
    const folder = resolve(outboxOf(dataDir))
    return { way: 'outbox', from, folder, host: null, port: null, security: null, signsIn: false }
  }
  const url = new URL(smtpUrl)
  const security = securityOf(url)
  return {
    way: 'smtp',
    from,
    folder: null,
    host: url.hostname,
    port: Number(url.port) || (security === 'tls' ? 465 : 587),
    security,
    signsIn: url.username !== '',
  }
}

function securityOf({ protocol, searchParams }: URL): NonNullable<MailSetup['security']> {
  const isSet = (option: string) => searchParams.get(option) === 'true'
  if (protocol === 'smtps:' || isSet('secure')) return 'tls'
  if (isSet('requireTLS')) return 'starttls-required'
  return isSet('ignoreTLS') ? 'none' : 'starttls-offered'
}

/** Removes our credentials from a mail server's message, which may repeat them in plain text or as they were sent. */
export function withoutCredentials({ mail }: Pick<Config, 'mail'>, text: string): string {
  return secretsOf(mail.smtpUrl)
    .reduce((clean, secret) => clean.replaceAll(secret, '…'), text)
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
}

function secretsOf(smtpUrl: string | null): string[] {
  if (smtpUrl === null) return []
  const { username, password } = new URL(smtpUrl)
  const [user, word] = [decoded(username), decoded(password)]
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  return [base64(`\0${user}\0${word}`), base64(word), base64(user), word, password, user, username]
    .filter(secret => secret.length > 2)
    .toSorted((a, b) => b.length - a.length)
}

/** As the mail library reads it: a bare % leaves the text as it is written. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
