import * as z from 'zod/mini'
import { Profile } from '#contract/accounts.ts'
import type { User } from '#contract/people.ts'
import { DietsInput } from '#contract/place-fields.ts'
import { domainMessage, hasAllowedDomain } from '#domain/email-domains.ts'
import { onlyVisible } from '#domain/text.ts'
import type { ApiError } from '#web/api/call.ts'

/** The profile form: the current email address always passes, a new one must have an allowed domain. */
export function profileForm(domains: readonly string[], currentEmail: string) {
  const email = Profile.shape.email.check(
    z.refine(text => text === currentEmail || hasAllowedDomain(text, domains), {
      error: domainMessage(domains),
    }),
  )
  return z.extend(Profile, { email, diets: DietsInput })
}

export function profileOf({ firstName, lastName, email, campusCode, department, diets }: User) {
  return { firstName, lastName, email, campusCode, department, diets }
}

/** The toast's message for an error response. */
export function profileProblem(error: ApiError): string {
  if (error.fieldErrors.length > 0) return error.fieldErrors.map(({ message }) => message).join(', ')
  return error.reason ?? 'Failed to update profile information'
}

/** Whether the typed text is the account's email address, as deleting an account requires. */
export function isEmailOf(user: Pick<User, 'email'>, typed: string): boolean {
  return onlyVisible(typed).toLowerCase() === user.email
}
