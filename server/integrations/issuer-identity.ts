import * as client from 'openid-client'
import { Email, FirstName, LastName } from '#contract/fields.ts'
import { IssuerError } from './issuer-error.ts'

/** Who somebody is, as the issuer says. */
export type Identity = {
  issuer: string
  subject: string
  /** Null where the issuer named none, or none that can be one. */
  email: string | null
  /** Null where the issuer says nothing about it. */
  emailVerified: boolean | null
  firstName: string
  lastName: string
  /** Where the issuer's own session ends; null where it can't be ended from here. */
  endSessionUrl: string | null
}

/**
 * What the ID token leaves out of name and address, asked for once more: said of the same subject, or the library throws.
 * Address and confirmation come from one answer, not the address of one with the confirmation of another.
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

/** The person that claims are about. */
export function describe(claims: Record<string, unknown>) {
  const email = Email.safeParse(claims.email).data ?? null
  const { email_verified: said } = claims
  return {
    email,
    // Some issuers send it as a text. Anything else that isn't true is no.
    emailVerified: said === undefined || said === null ? null : said === true || said === 'true',
    ...namesOf(claims, email),
  }
}

/** First and last name, as far as the issuer knows them; an account has both. */
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
