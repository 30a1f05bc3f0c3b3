import * as z from 'zod/mini'
import { domainMessage, hasAllowedDomain } from '#kit/rules/addresses/email-domains.ts'
import type { ApiError } from '#kit/web/api/call.ts'
import { Registration } from '../../contract.ts'

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
