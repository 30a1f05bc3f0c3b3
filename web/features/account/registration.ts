import * as z from 'zod/mini'
import { Registration } from '#contract/accounts.ts'
import { domainMessage, hasAllowedDomain } from '#domain/email-domains.ts'
import type { ApiError } from '#web/api/call.ts'

/** The registration form where only these e-mail domains are allowed. */
export function registrationForm(domains: readonly string[]) {
  const email = Registration.shape.email.check(
    z.refine(text => hasAllowedDomain(text, domains), { error: domainMessage(domains) }),
  )
  return z.extend(z.omit(Registration, { username: true }), { email })
}

/** What the page says about a refusal: status and sentence, as far as there are any. */
export function registrationProblem({ status, message, sentence }: ApiError): string {
  if (status === 0) return message
  const said = sentence ?? message.replace(`${status}: `, '')
  return said ? `Error ${status}: ${said}` : 'Could not create your account'
}
