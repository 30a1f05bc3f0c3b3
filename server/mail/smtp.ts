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
  const open = () => {
    opening ??= openTransport(smtpUrl, new URL(config.appUrl).hostname)
    return opening
  }
  const from = parseMailbox(config.mail.from)
  return {
    send: ({ to, subject, text, html, messageId, headers }: ComposedMail): Promise<void> =>
      withTimeout(timeLimit, timeoutError, async () => {
        const transport = await open()
        // The addresses are objects, because in a string a comma would start another recipient.
        await transport.sendMail({ from, to, subject, text, html, messageId, headers })
      }),
    /** Connects and signs in, but sends nothing. */
    verify: (): Promise<void> =>
      withTimeout(timeLimit, timeoutError, async () => {
        const transport = await open()
        await transport.verify()
      }),
    close: () => void opening?.then(transport => transport.close()),
  }
}

async function openTransport(smtpUrl: string, host: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url: smtpUrl,
    // Relays refuse the library's own greeting, [127.0.0.1]. A name in SMTP_URL is somebody's choice.
    ...(!new URL(smtpUrl).searchParams.has('name') && { name: greetingName(host) }),
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 10_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as object)
}

/** What the server calls itself in EHLO; an IP address is written as a literal (RFC 5321). */
function greetingName(host: string): string {
  if (host.startsWith('[')) return host.replace('[', '[IPv6:')
  return /^[\d.]+$/.test(host) ? `[${host}]` : host
}

// The library's timeouts end only silence: a server that sends a little from time to time could block all mails.
const timeoutError = () =>
  Object.assign(new Error('The mail server did not finish in time'), { code: 'ETIMEDOUT' })

/** Whether the server has permanently refused this mail, so that a retry is useless. */
export function isPermanentFailure(error: unknown): boolean {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  return (
    (code === 'EENVELOPE' || code === 'EMESSAGE') && typeof responseCode === 'number' && responseCode >= 500
  )
}

/** Parses `Some Name <address>` or a bare address. */
function parseMailbox(text: string): { name: string; address: string } {
  const [, name, address] = /^\s*"?(.*?)"?\s*<([^<>]+)>\s*$/.exec(text) ?? []
  return address ? { name: name ?? '', address } : { name: '', address: text.trim() }
}
