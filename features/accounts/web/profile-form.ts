import * as z from 'zod/mini'
import { DietsInput } from '#kit/contract/fields.ts'
import { acceptUnchanged } from '#kit/contract/unchanged.ts'
import { domainMessage, hasAllowedDomain, tidyEmail } from '#kit/rules/addresses/email-domains.ts'
import type { ApiError } from '#kit/web/api/call.ts'
import { isShortName, Profile, shortNames } from '../contract.ts'
import type { User } from '../people-contract.ts'

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
