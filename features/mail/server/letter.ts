import { escapeHtml } from '#kit/rules/texts/escape-html.ts'
import { sentence } from '#kit/rules/texts/isolated.ts'
import type { Config } from '#kit/server/config/config.ts'

/** The content of a mail, from which its text and HTML are made. */
export type MailMessage = {
  subject: string
  greeting: string
  paragraphs: string[]
  action?: { label: string; url: string }
  /** A list of items, each with its own link. */
  items?: Linked[]
  closing: (string | Linked)[]
}

type Linked = { text: string; url: string }

type Letter = { subject: string; text: string; html: string; headers: Record<string, string> }

export type ComposedMail = Letter & {
  to: { name: string; address: string }
  messageId: string
  /** Shown in the log in development. */
  link: string | null
}

// So that no vacation notice or other automatic reply comes back.
const automatic = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

/** Writes a mail as text and as HTML. Both contain the whole link, because some mail clients show no buttons. */
export function writeLetter({ appName, orgName }: Config, message: MailMessage): Letter {
  const signature = sentence`${appName} · ${orgName}`
  const subject = headerText(message.subject)
  return {
    subject,
    text: writeText(message, signature),
    html: writeHtml({ ...message, subject }, signature),
    headers: automatic,
  }
}

/** Makes user input safe for a mail header, which must be a single line. */
export const headerText = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ')

function writeText(message: MailMessage, signature: string): string {
  const { greeting, paragraphs, action, items = [], closing } = message
  const link = action ? [`${action.label}:\n${action.url}`] : []
  return `${[greeting, ...paragraphs, ...link, ...items.map(inText), ...closing.map(inText), `-- \n${signature}`].join('\n\n')}\n`
}

const inText = (part: string | Linked) =>
  typeof part === 'string' ? part : `${headerText(part.text)}\n${part.url}`

// Mail clients support little more than tables and inline styles. This is one column that also fits a phone. Outlook on
// Windows needs its width as an attribute and knows no padding of a link, so the button's cell has one for it alone.
function writeHtml(message: MailMessage, signature: string): string {
  const { subject, greeting, paragraphs, action, items = [], closing } = message
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:24px 12px;background:#f6f1e8;font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;color:#2b2622">
<table role="presentation" width="560" align="center" cellpadding="0" cellspacing="0" style="max-width:100%;margin:0 auto;background:#ffffff;border-radius:12px">
<tr><td style="padding:28px 24px;font-size:16px;line-height:1.55">
<h1 style="margin:0 0 20px;font-size:21px;line-height:1.3">${escapeHtml(subject)}</h1>
${[greeting, ...paragraphs].map(paragraph).join('\n')}
${action ? button(action) : ''}
${items.map(paragraph).join('\n')}
${closing.map(note).join('\n')}
<p style="margin:24px 0 0;font-size:14px;color:#5f5750">${escapeHtml(signature)}</p>
</td></tr>
</table>
</body>
</html>
`
}

const paragraph = (part: string | Linked) =>
  `<p style="margin:0 0 16px;overflow-wrap:anywhere">${inHtml(part)}</p>`
const note = (part: string | Linked) =>
  `<p style="margin:0 0 12px;overflow-wrap:anywhere;font-size:14px;color:#5f5750">${inHtml(part)}</p>`

function inHtml(part: string | Linked): string {
  if (typeof part === 'string') return inLines(part)
  const address = escapeHtml(part.url)
  return `${escapeHtml(headerText(part.text))}<br><a href="${address}" style="color:#8a3b1e;word-break:break-all">${address}</a>`
}

function button({ label, url }: { label: string; url: string }): string {
  const address = escapeHtml(url)
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0"><tr><td bgcolor="#8a3b1e" style="border-radius:8px;background:#8a3b1e;mso-padding-alt:14px 24px"><a href="${address}" style="display:inline-block;padding:14px 24px;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>
<p style="margin:0 0 16px;font-size:14px;color:#5f5750">Or copy this address into your browser:<br><a href="${address}" style="color:#8a3b1e;word-break:break-all">${address}</a></p>`
}

const inLines = (text: string) => escapeHtml(text).replaceAll(/\r?\n/g, '<br>')
