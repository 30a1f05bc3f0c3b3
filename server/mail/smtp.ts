import type { Transporter } from 'nodemailer'
import { minutes } from '#domain/units.ts'
import type { Deps } from '#server/deps.ts'
import { inTime } from '#server/work/time-limit.ts'
import type { ComposedMail } from './compose-mail.ts'

/**
 * Sends over SMTP. A server that doesn't answer costs seconds, not the minutes that are the library's defaults, and one that
 * never comes to an end the time limit, in milliseconds. The library comes with the first mail: a server that sends none saves
 * its memory.
 */
export function createSmtpSender(
  { config }: Pick<Deps, 'config'>,
  smtpUrl: string,
  timeLimit: number = 1 * minutes,
) {
  let opening: Promise<Transporter> | undefined
  const open = () => {
    opening ??= openTransport(smtpUrl)
    return opening
  }
  const from = parseMailbox(config.mail.from)
  return {
    send: ({ to, subject, text, html, messageId }: ComposedMail): Promise<void> =>
      inTime(timeLimit, late, async () => {
        const transport = await open()
        // Addresses as objects: in a text, a comma would begin another recipient.
        await transport.sendMail({ from, to, subject, text, html, messageId })
      }),
    /** Connects and signs in, and sends nothing. */
    verify: (): Promise<void> =>
      inTime(timeLimit, late, async () => {
        const transport = await open()
        await transport.verify()
      }),
    close: () => void opening?.then(transport => transport.close()),
  }
}

async function openTransport(smtpUrl: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url: smtpUrl,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 10_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as object)
}

// The library ends a silence only: whoever says a word now and then could hold up all mails for ever.
const late = () =>
  Object.assign(new Error('The mail server did not come to an end in time'), { code: 'ETIMEDOUT' })

/** Whether the server has refused this mail for good, so that trying again is useless. */
export function isRefusedForGood(error: unknown): boolean {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  return (
    (code === 'EENVELOPE' || code === 'EMESSAGE') && typeof responseCode === 'number' && responseCode >= 500
  )
}

/** Reads `Some Name <address>` or a mere address. */
function parseMailbox(text: string): { name: string; address: string } {
  const [, name, address] = /^\s*"?(.*?)"?\s*<([^<>]+)>\s*$/.exec(text) ?? []
  return address ? { name: name ?? '', address } : { name: '', address: text.trim() }
}
