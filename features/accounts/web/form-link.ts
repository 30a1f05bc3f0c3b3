import { fullName } from '#kit/rules/texts/person-names.ts'
import type { User } from '../people-contract.ts'

interface Form {
  /** The configured address; null: the link is an email instead. */
  url: string | null
  /** The recipient of that email. */
  email: string
  subject: string
  /** The values to prefill, by parameter name. */
  prefill?: Record<string, string>
}

/** A link to a prefilled external form, or to an email with the same content. */
export function formLink({ url, email, subject, prefill = {} }: Form): string {
  return url === null ? mailLink(email, subject, prefill) : prefilledUrl(url, prefill)
}

/**
 * The configured form, prefilled with the viewer's name and email if known. Without one, an email to support, for
 * people who can't sign in.
 */
export function reportProblemLink(
  { reportProblemUrl: url, supportEmail: email }: { reportProblemUrl: string | null; supportEmail: string },
  viewer: Pick<User, 'firstName' | 'lastName' | 'email'> | null | undefined,
): string {
  const prefill = viewer && { respondantName: fullName(viewer), respondantEmail: viewer.email }
  return formLink({ url, email, subject: 'Report a Problem', ...(prefill && { prefill }) })
}

/** The address of an external form with its parameters. */
export function prefilledUrl(url: string, prefill: Record<string, string>): string {
  const link = new URL(url)
  for (const [name, value] of Object.entries(prefill)) link.searchParams.set(name, value)
  return link.href
}

/** The link's other attributes: forms open in a new tab, emails in the mail program. */
export function formLinkTarget(href: string): { target?: string; rel?: string } {
  return href.startsWith('mailto:') ? {} : { target: '_blank', rel: 'noopener noreferrer' }
}

function mailLink(email: string, subject: string, prefill: Record<string, string>): string {
  const lines = Object.entries(prefill).map(([name, value]) => `${name}: ${value}`)
  const parts = [`subject=${encodeURIComponent(subject)}`]
  if (lines.length > 0) parts.push(`body=${encodeURIComponent(`${lines.join('\r\n')}\r\n\r\n`)}`)
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}?${parts.join('&')}`
}
