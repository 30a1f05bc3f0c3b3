import * as client from 'openid-client'
import { Email, FirstName, LastName } from '#contract/fields.ts'
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

/**
 * If the ID token lacks the email address or its verification, fetches email and names from the userinfo endpoint. The
 * library throws if the response is about another subject. `email` and `email_verified` always come from the same
 * source.
 */
export async function missingClaims(
  config: client.Configuration,
  claims: client.IDToken,
  accessToken: string,
): Promise<Record<string, unknown>> {
  const { userinfo_endpoint: endpoint } = config.serverMetadata()
  const isComplete = claims.email !== undefined && claims.email_verified !== undefined
  if (isComplete || !endpoint) return {}
  const said = await client.fetchUserInfo(config, accessToken, claims.sub)
  if (claims.email !== undefined && said.email !== undefined && said.email !== claims.email)
    throw new IssuerError('refused', 'The issuer names two addresses of one person.')
  return {
    ...(said.email !== undefined && { email: said.email, email_verified: said.email_verified }),
    given_name: claims.given_name ?? said.given_name,
    family_name: claims.family_name ?? said.family_name,
    name: claims.name ?? said.name,
  }
}

/** The email address and names in the claims. */
export function describe(claims: Record<string, unknown>) {
  const email = Email.safeParse(claims.email).data ?? null
  const { email_verified: said } = claims
  return {
    email,
    // Some issuers send a string. Any other value counts as false.
    emailVerified: said === undefined || said === null ? null : said === true || said === 'true',
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
