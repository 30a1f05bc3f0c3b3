import * as z from 'zod/mini'
import { isShortName, Profile, shortNames } from '#contract/accounts.ts'
import { DietsInput } from '#contract/fields.ts'
import type { User } from '#contract/people.ts'
import { acceptUnchanged } from '#contract/unchanged.ts'
import { domainMessage, hasAllowedDomain, tidyEmail } from '#domain/email-domains.ts'
import type { ApiError } from '#web/api/call.ts'

type Names = Pick<User, 'firstName' | 'lastName'>

/** The profile form: current values always pass, a new address must have an allowed domain. */
export function profileForm(domains: readonly string[], current: Names & Pick<User, 'email'>) {
  const email = Profile.shape.email.check(
    z.refine(text => hasAllowedDomain(text, domains), { error: domainMessage(domains) }),
  )
  const nameOf = (field: keyof Names) =>
    Profile.shape[field].check(z.refine(name => !isShortName(name), shortNames[field]))
  const names = { firstName: nameOf('firstName'), lastName: nameOf('lastName') }
  const form = z.extend(Profile, { ...names, email, diets: DietsInput, dietsAtLunches: z.boolean() })
  return acceptUnchanged(form, current)
}

export function profileOf({
  firstName,
  lastName,
  email,
  campusCode,
  department,
  diets,
  dietsAtLunches,
}: User) {
  return { firstName, lastName, email, campusCode, department, diets, dietsAtLunches }
}

/** The toast's message for an error response. */
export function profileProblem(error: ApiError): string {
  if (error.fieldErrors.length > 0) return error.fieldErrors.map(({ message }) => message).join(', ')
  return error.reason ?? 'Failed to update profile information'
}

/** Whether the typed text is the account's email address, as deleting an account requires. */
export function isEmailOf(user: Pick<User, 'email'>, typed: string): boolean {
  return tidyEmail(typed) === user.email
}
