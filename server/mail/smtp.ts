import type { Transporter } from 'nodemailer'
import { minutes } from '#domain/units.ts'
import type { Deps } from '#server/deps.ts'
import { withTimeout } from '#server/jobs/with-timeout.ts'
import type { ComposedMail } from './compose-mail.ts'

/**
 * Sends mails over SMTP. A server that doesn't respond is abandoned after seconds, instead of minutes as by the
 * library's default, and one whose response never ends after the time limit, in milliseconds. The library is loaded
 * with the first mail, to save memory until then.
 */
export function createSmtpSender(
  { config }: Pick<Deps, 'config'>,
  smtpUrl: string,
  timeLimit: number = 1 * minutes,
) {
  let opening: Promise<Transporter> | undefined
  let refusal: string | undefined
  const open = () => {
    opening ??= openTransport(smtpUrl, new URL(config.appUrl).hostname, reply => {
      refusal = /^[45]\d\d/.test(reply) ? reply : undefined
    })
    return opening
  }
  const attempt = (act: (transport: Transporter) => Promise<unknown>): Promise<void> =>
    withTimeout(timeLimit, timeoutError, async () => {
      refusal = undefined
      try {
        await act(await open())
      } catch (error) {
        // The library reports a connection that was closed after a refusal without its words.
        throw Object.assign(error as SmtpError, { response: (error as SmtpError).response ?? refusal })
      }
    })
  const from = parseMailbox(config.mail.from)
  return {
    // The addresses are objects, because in a string a comma would start another recipient.
    send: ({ to, subject, text, html, messageId, headers }: ComposedMail) =>
      attempt(transport => transport.sendMail({ from, to, subject, text, html, messageId, headers })),
    /** Connects and signs in, but sends nothing. */
    verify: () => attempt(transport => transport.verify()),
    close: () => void opening?.then(transport => transport.close()),
  }
}

async function openTransport(
  smtpUrl: string,
  host: string,
  onReply: (reply: string) => void,
): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url: smtpUrl,
    // Relays reject the library's own greeting, [127.0.0.1]. A name in SMTP_URL is somebody's choice.
    ...(!new URL(smtpUrl).searchParams.has('name') && { name: greetingName(host) }),
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 10_000,
    disableFileAccess: true,
    disableUrlAccess: true,
    transactionLog: true,
    logger: replyReader(onReply),
  } as object)
}

/** A logger that passes on what the mail server says, and nothing else. */
function replyReader(onReply: (reply: string) => void) {
  const ignore = () => undefined
  const debug = ({ tnx }: { tnx?: string }, text: string) => (tnx === 'server' ? onReply(text) : undefined)
  return { level: ignore, trace: ignore, debug, info: ignore, warn: ignore, error: ignore, fatal: ignore }
}

/** What the server calls itself in EHLO; an IP address is written as a literal (RFC 5321). */
function greetingName(host: string): string {
  if (host.startsWith('[')) return host.replace('[', '[IPv6:')
  return /^[\d.]+$/.test(host) ? `[${host}]` : host
}

// The library's timeouts end only silence: a server that sends a little from time to time could block all mails.
const timeoutError = () =>
  Object.assign(new Error('The mail server did not finish in time'), { code: 'ETIMEDOUT' })

/**
 * Whether the server has permanently refused this mail, so that a retry is useless: its recipient or its content, by the
 * enhanced code (RFC 3463). Whatever else is refused (relaying, a limit, this server's address, the sender) is about
 * all mails, and ends when time passes or somebody corrects the setup. Without such a code, the step says what is
 * refused: RCPT the recipient, the end of the mail its content.
 */
export function isPermanentFailure(error: unknown): boolean {
  const { code, responseCode, command, response } = error as SmtpError
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (!isAboutMail || command === 'MAIL FROM' || !(Number(responseCode) >= 500)) return false
  const enhanced = enhancedCode(String(response ?? ''))
  return enhanced === null ? command === 'RCPT TO' || code === 'EMESSAGE' : givenUp.test(enhanced)
}

/** Unknown, invalid, moved or closed mailboxes, domains without mail; mails that are too large or of an unfit form. */
const givenUp = /^5\.(1\.(1|2|3|6|10)|2\.[13]|3\.4|6\.\d+)$/

/** Some servers decorate it: 550 #5.1.1 … */
export const enhancedCode = (reply: string): string | null =>
  /^\d{3}[ -]\W?([245]\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(reply)?.[1] ?? null

type SmtpError = { code?: unknown; responseCode?: unknown; command?: unknown; response?: unknown }

/** Parses `Some Name <address>` or a bare address. */
function parseMailbox(text: string): { name: string; address: string } {
  const [, name, address] = /^\s*"?(.*?)"?\s*<([^<>]+)>\s*$/.exec(text) ?? []
  return address ? { name: name ?? '', address } : { name: '', address: text.trim() }
}
