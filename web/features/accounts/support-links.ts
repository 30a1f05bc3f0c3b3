import type { User } from '#contract/people.ts'
import { fullName } from '#domain/person-names.ts'
import type { usePublicConfig } from '#web/api/public-config.ts'
import { formLink } from '#web/lib/form-link.ts'

type Config = ReturnType<typeof usePublicConfig>

/**
 * The configured form, prefilled with the viewer's name and email if known. Without one, an email to support, for
 * people who can't sign in.
 */
export function reportProblemLink(
  { reportProblemUrl: url, supportEmail: email }: Config,
  viewer: Pick<User, 'firstName' | 'lastName' | 'email'> | null | undefined,
): string {
  const prefill = viewer && { respondantName: fullName(viewer), respondantEmail: viewer.email }
  return formLink({ url, email, subject: 'Report a Problem', ...(prefill && { prefill }) })
}
