import * as z from 'zod/mini'
import { Registration } from '#contract/accounts.ts'
import { domainMessage, hasAllowedDomain } from '#domain/email-domains.ts'
import type { ApiError } from '#web/api/call.ts'

/** The registration form, limited to these email domains. */
export function registrationForm(domains: readonly string[]) {
  const email = Registration.shape.email.check(
    z.refine(text => hasAllowedDomain(text, domains), { error: domainMessage(domains) }),
  )
  return z.extend(z.omit(Registration, { username: true }), { email })
}

/** The page's message for an error response. */
export function registrationProblem({ status, message, serverMessage }: ApiError): string {
  if (status === 0) return message
  const text = serverMessage ?? message.replace(`${status}: `, '')
  return text ? `Error ${status}: ${text}` : 'Could not create your account'
}
