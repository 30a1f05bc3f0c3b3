interface Form {
  /** The configured address; null: a mail takes its place. */
  url: string | null
  /** The recipient of that mail. */
  email: string
  subject: string
  /** What the form is filled in with, by the names of its parameters. */
  particulars?: Record<string, string>
}

/** The link to an external form, prefilled, or to a mail with the same content. */
export function formLink({ url, email, subject, particulars = {} }: Form): string {
  return url === null ? mailLink(email, subject, particulars) : filledIn(url, particulars)
}

/** The address of an external form with its parameters. */
export function filledIn(url: string, particulars: Record<string, string>): string {
  const link = new URL(url)
  for (const [name, value] of Object.entries(particulars)) link.searchParams.set(name, value)
  return link.href
}

/** More attributes of its anchor: forms open in a new tab, mails in the mail program. */
export function formLinkTarget(href: string): { target?: string; rel?: string } {
  return href.startsWith('mailto:') ? {} : { target: '_blank', rel: 'noopener noreferrer' }
}

function mailLink(email: string, subject: string, particulars: Record<string, string>): string {
  const lines = Object.entries(particulars).map(([name, value]) => `${name}: ${value}`)
  const parts = [`subject=${encodeURIComponent(subject)}`]
  if (lines.length > 0) parts.push(`body=${encodeURIComponent(`${lines.join('\r\n')}\r\n\r\n`)}`)
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}?${parts.join('&')}`
}
