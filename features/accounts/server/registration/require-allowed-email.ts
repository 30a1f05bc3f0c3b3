import { readAllowedDomains } from '#features/settings/server/settings-store.ts'
import { domainMessage, hasAllowedDomain } from '#kit/rules/addresses/email-domains.ts'
import type { Db } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { conflict, invalid } from '#kit/server/http/errors.ts'

/** Rejects an email outside the whitelisted domains, or outside the organization's domain if there is no whitelist. */
export async function requireAllowedEmail(
  db: Db,
  { config }: Pick<Deps, 'config'>,
  email: string,
  messageFor = domainMessage,
): Promise<void> {
  const domains = await readAllowedDomains(db, config.orgEmailDomain)
  if (!hasAllowedDomain(email, domains)) throw invalid('email', messageFor(domains))
}

export const emailTaken = () => conflict('An account with this email already exists', { code: 'email_taken' })
