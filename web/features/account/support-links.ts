import type { Reply } from '#contract/endpoint.ts'
import type { User } from '#contract/people.ts'
import type { getPublicConfig } from '#contract/settings.ts'
import { formLink } from '#web/lib/form-link.ts'
import { fullName } from './names.ts'

type Config = Reply<typeof getPublicConfig>

export function requestRestaurantLink({ requestRestaurantUrl: url, supportEmail: email }: Config): string {
  return formLink({ url, email, subject: 'Request a Restaurant' })
}

export function requestFeatureLink({ requestFeatureUrl: url, supportEmail: email }: Config): string {
  return formLink({ url, email, subject: 'Request a Feature' })
}

/** Filled in with the person's name and email, if known. */
export function reportProblemLink(
  { reportProblemUrl: url, supportEmail: email }: Config,
  viewer: Pick<User, 'firstName' | 'lastName' | 'email'> | null | undefined,
): string {
  const particulars = viewer && { respondantName: fullName(viewer), respondantEmail: viewer.email }
  return formLink({ url, email, subject: 'Report a Problem', ...(particulars && { particulars }) })
}
