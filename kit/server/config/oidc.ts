import * as z from 'zod/mini'
import { isSecureAddress } from '#kit/rules/addresses/secure-address.ts'
import { ConfigError } from './error.ts'

export const onOrOff = z.enum(['on', 'off'], 'must be on or off')

/** The environment variables of single sign-on. */
export const oidcVariables = {
  OIDC_ISSUER: z.optional(
    z
      .string()
      .check(
        z.refine(
          address => isSecureAddress(address) && !/[?#@]/.test(address),
          'must be the issuer’s address as it calls itself, such as https://accounts.example.org; http only on this machine',
        ),
      ),
  ),
  OIDC_CLIENT_ID: z.optional(z.string()),
  OIDC_CLIENT_SECRET: z.optional(z.string()),
  OIDC_LABEL: z.optional(z.string().check(z.maxLength(60, 'must have at most 60 characters'))),
  OIDC_TRUST_EMAIL: z._default(onOrOff, 'off'),
  PASSWORD_SIGN_IN: z._default(onOrOff, 'on'),
}

type Given = z.output<z.ZodMiniObject<typeof oidcVariables>>

/**
 * The single sign-on settings; null if there are none. Throws for incomplete settings, so that the mistake shows at the
 * start and not on the sign-in page.
 */
export function oidcOf({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: clientId,
  OIDC_CLIENT_SECRET: clientSecret,
  OIDC_LABEL: label,
  OIDC_TRUST_EMAIL: trust,
  PASSWORD_SIGN_IN: passwords,
}: Given) {
  if (issuer !== undefined && clientId !== undefined && clientSecret !== undefined)
    return {
      issuer,
      clientId,
      clientSecret,
      label: label ?? 'your organization',
      trustsEmail: trust === 'on',
    }
  if ([issuer, clientId, clientSecret, label].some(value => value !== undefined) || trust === 'on')
    throw new ConfigError(
      'OIDC_ISSUER: single sign-on needs OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET together',
    )
  if (passwords === 'off')
    throw new ConfigError('PASSWORD_SIGN_IN: off needs OIDC_ISSUER, or no one could sign in')
  return null
}
