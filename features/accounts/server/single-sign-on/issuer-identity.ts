import * as client from 'openid-client'
import { Email, FirstName, LastName } from '#kit/contract/fields.ts'
import { seconds } from '#kit/rules/units.ts'
import { withTimeout } from '#kit/server/jobs/with-timeout.ts'
import { IssuerError } from './issuer-error.ts'

/** A person's identity according to the issuer. */
export type Identity = {
  issuer: string
  subject: string
  /** Null if the issuer gave none, or an invalid one. */
  email: string | null
  /** Null if the issuer doesn't say. */
  emailVerified: boolean | null
  firstName: string
  lastName: string
  /** The URL that ends the issuer's own session; null if the issuer has no usable one. */
  endSessionUrl: string | null
}

/** An identity with an email that the issuer has verified, or is trusted for. */
export type VerifiedIdentity = Identity & { email: string }

/** How long to wait for what a sign-on isn't worth failing for. */
const optionalTimeout = 2 * seconds

/**
 * The claims that the ID token lacks, from the userinfo endpoint. The library throws if the response is about another
 * subject. `email` and `email_verified` always come from the same source. An issuer that is trusted for addresses
 * doesn't have to answer if the ID token has one: many refuse the access token there (Entra's is another service).
 */
export async function fetchMissingClaims(
  config: client.Configuration,
  claims: client.IDToken,
  { accessToken, trustsEmail }: { accessToken: string; trustsEmail: boolean },
): Promise<Record<string, unknown>> {
  if (!config.serverMetadata().userinfo_endpoint) return {}
  const fetchUserInfo = () => client.fetchUserInfo(config, accessToken, claims.sub)
  const fetchIfPossible = (): Promise<Partial<client.UserInfoResponse>> =>
    withTimeout(optionalTimeout, () => new Error('Too late'), fetchUserInfo).catch(() => ({}))
  if (claims.email !== undefined && claims.email_verified !== undefined)
    return hasNames(claims) ? {} : missingNames(claims, await fetchIfPossible())
  const userInfo = await (trustsEmail && addressOf(claims) ? fetchIfPossible() : fetchUserInfo())
  if (claims.email !== undefined && userInfo.email !== undefined && addressOf(userInfo) !== addressOf(claims))
    throw new IssuerError('refused', 'The issuer returned two different addresses for one person.')
  return {
    ...(userInfo.email !== undefined && { email: userInfo.email, email_verified: userInfo.email_verified }),
    ...missingNames(claims, userInfo),
  }
}

/** As accounts have it: issuers spell an address in one place as typed, in another in small letters. */
const addressOf = ({ email }: Record<string, unknown>) => Email.safeParse(email).data ?? null

const hasNames = ({ given_name, family_name, name }: client.IDToken) =>
  name !== undefined || (given_name !== undefined && family_name !== undefined)

const missingNames = (claims: client.IDToken, userInfo: Partial<client.UserInfoResponse>) => ({
  given_name: claims.given_name ?? userInfo.given_name,
  family_name: claims.family_name ?? userInfo.family_name,
  name: claims.name ?? userInfo.name,
})

/** The email address and names in the claims. */
export function readClaims(claims: Record<string, unknown>) {
  const email = addressOf(claims)
  const { email_verified: verified } = claims
  return {
    email,
    // Some issuers send a string. Any other value counts as false.
    emailVerified:
      verified === undefined || verified === null ? null : verified === true || verified === 'true',
    ...namesOf(claims, email),
  }
}

/**
 * First and last name, with substitutes for what the issuer doesn't know, since an account needs both. Some issuers
 * (authentik) send the whole name as the given name, too.
 */
function namesOf({ given_name, family_name, name }: Record<string, unknown>, email: string | null) {
  const [given = '', family = ''] = [given_name, family_name].map(part =>
    plain(part) === plain(name) ? '' : plain(part),
  )
  const [first = '', ...others] =
    inOrder(plain(name)) ?? plain(email?.split('@')[0]?.replaceAll(/[._-]+/g, ' ')).split(' ')
  const whole = [first, ...others].join(' ').trim()
  const rest = (part: string) =>
    [
      whole.startsWith(`${part} `) && whole.slice(part.length + 1),
      whole.endsWith(` ${part}`) && whole.slice(0, -part.length - 1),
    ].find(text => part && text)
  return {
    firstName:
      [given, rest(family), first].map(text => FirstName.safeParse(text).data).find(Boolean) ?? 'New',
    lastName:
      [family, rest(given), others.join(' ')].map(text => LastName.safeParse(text).data).find(Boolean) ??
      'Colleague',
  }
}

const suffix = /^(jr|sr|i{1,3}|iv|esq|ph\.?d|m\.?d|m\.?div|d\.?min)\.?$/i

/** First and last name of 'Ana Sample' or 'Sample, Ana (Finance)'; null if there is none. */
function inOrder(name: string): [string, string] | null {
  const bare = name.replaceAll(/[([{（【][^)\]}）】]*[)\]}）】]?|\s[-–—|/]\s.*$/gu, ' ')
  const parts = bare.split(/[,，]/).map(plain).filter(Boolean)
  const [last = '', first] = parts.filter(part => !suffix.test(part))
  if (first) return [first, last]
  const [word = '', ...words] = plain(parts.join(' ')).split(' ')
  return word ? [word, words.join(' ')] : null
}

const plain = (text: unknown) =>
  typeof text === 'string'
    ? text
        .replaceAll(/[\p{Cc}\s]+/gu, ' ')
        .trim()
        .slice(0, 100)
        .trim()
    : ''
