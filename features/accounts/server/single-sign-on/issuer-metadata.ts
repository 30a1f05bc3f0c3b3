import type { ServerMetadata } from 'openid-client'

/** What sign-ons need, by the metadata that list it, and which entries will do. Metadata that are missing say nothing. */
const needs: [keyof ServerMetadata, accepted: RegExp, what: string][] = [
  ['response_types_supported', /^code$/, 'the authorization code flow'],
  ['grant_types_supported', /^authorization_code$/, 'the authorization code flow'],
  ['code_challenge_methods_supported', /^S256$/, 'PKCE with S256'],
  ['token_endpoint_auth_methods_supported', /^client_secret_(basic|post)$/, 'clients with a secret'],
  ['scopes_supported', /^openid$/, 'the scope openid'],
  ['scopes_supported', /^email$/, 'the scope email'],
  [
    'id_token_signing_alg_values_supported',
    /^(RS|PS|ES|Ed|ML)/,
    'ID tokens signed with a key pair, such as RS256 or ES256 (authentik: choose a signing key for the provider)',
  ],
]

/** What sign-ons need and the issuer doesn't offer, as a sentence for super-users; null if it offers everything. */
export function describeLacks(metadata: ServerMetadata): string | null {
  const lacking = needs.filter(([field, accepted]) => {
    const offered = metadata[field]
    return Array.isArray(offered) && !offered.some(each => accepted.test(String(each)))
  })
  const list = [...new Set(lacking.map(([field, , what]) => `${what} [${field}]`))]
  return list.length > 0
    ? `By its metadata, the issuer doesn’t offer what sign-ons need: ${list.join('; ')}.`
    : null
}

/** Asks people which account to use, also where the issuer has signed one in already. */
export function promptForAccount({ prompt_values_supported: offered }: ServerMetadata): { prompt?: string } {
  const prompt = ['select_account', 'login'].find(value => !Array.isArray(offered) || offered.includes(value))
  return prompt ? { prompt } : {}
}
