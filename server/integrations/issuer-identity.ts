import * as client from 'openid-client'
import { Email, FirstName, LastName } from '#contract/fields.ts'
import { seconds } from '#domain/units.ts'
import { withTimeout } from '#server/jobs/with-timeout.ts'
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

/** How long to wait for names: a sign-on is not worth failing for them. */
const namesTimeout = 2 * seconds

/**
 * The claims that the ID token lacks, from the userinfo endpoint. The library throws if the response is about another
 * subject. `email` and `email_verified` always come from the same source.
 */
export async function fetchMissingClaims(
  config: client.Configuration,
  claims: client.IDToken,
  accessToken: string,
): Promise<Record<string, unknown>> {
  if (!config.serverMetadata().userinfo_endpoint) return {}
  const fetchUserInfo = () => client.fetchUserInfo(config, accessToken, claims.sub)
  const lacksOnlyNames = claims.email !== undefined && claims.email_verified !== undefined
  if (lacksOnlyNames) {
    if (hasNames(claims)) return {}
    const timeoutError = () => new IssuerError('unreachable', 'The issuer did not return the names in time.')
    return withTimeout(namesTimeout, timeoutError, fetchUserInfo).then(
      userInfo => missingNames(claims, userInfo),
      () => ({}),
    )
  }
  const userInfo = await fetchUserInfo()
  if (claims.email !== undefined && userInfo.email !== undefined && userInfo.email !== claims.email)
    throw new IssuerError('refused', 'The issuer returned two different addresses for one person.')
  return {
    ...(userInfo.email !== undefined && { email: userInfo.email, email_verified: userInfo.email_verified }),
    ...missingNames(claims, userInfo),
  }
}

const hasNames = ({ given_name, family_name, name }: client.IDToken) =>
  name !== undefined || (given_name !== undefined && family_name !== undefined)

const missingNames = (claims: client.IDToken, userInfo: client.UserInfoResponse) => ({
  given_name: claims.given_name ?? userInfo.given_name,
  family_name: claims.family_name ?? userInfo.family_name,
  name: claims.name ?? userInfo.name,
})

/** The email address and names in the claims. */
export function readClaims(claims: Record<string, unknown>) {
  const email = Email.safeParse(claims.email).data ?? null
  const { email_verified: verified } = claims
  return {
    email,
    // Some issuers send a string. Any other value counts as false.
    emailVerified:
      verified === undefined || verified === null ? null : verified === true || verified === 'true',
    ...namesOf(claims, email),
  }
}

/** First and last name, with substitutes for what the issuer doesn't know, since an account needs both. */
function namesOf({ given_name, family_name, name }: Record<string, unknown>, email: string | null) {
  const words = plain(name ?? email?.split('@')[0]?.replaceAll(/[._-]+/g, ' ')).split(' ')
  return {
    firstName: FirstName.safeParse(plain(given_name)).data ?? FirstName.safeParse(words[0]).data ?? 'New',
    lastName:
      LastName.safeParse(plain(family_name)).data ??
      LastName.safeParse(words.slice(1).join(' ')).data ??
      'Colleague',
  }
}

const plain = (text: unknown) =>
  typeof text === 'string'
    ? text
        .replaceAll(/[\p{Cc}\s]+/gu, ' ')
        .trim()
        .slice(0, 100)
        .trim()
    : ''
