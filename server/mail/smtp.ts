import type { Transporter } from 'nodemailer'
import type { Deps } from '#server/deps.ts'
import type { ComposedMail } from './compose-mail.ts'

/**
 * Sends over SMTP. A server that doesn't answer costs seconds, not the minutes that are the library's defaults. The library
 * comes with the first mail: a server that sends none saves its memory.
 */
export function createSmtpSender({ config }: Pick<Deps, 'config'>, smtpUrl: string) {
  let opening: Promise<Transporter> | undefined
  const open = () => {
    opening ??= openTransport(smtpUrl)
    return opening
  }
  const from = parseMailbox(config.mail.from)
  return {
    send: async ({ to, subject, text, html, messageId }: ComposedMail): Promise<void> => {
      const transport = await open()
      // Addresses as objects: in a text, a comma would begin another recipient.
      await transport.sendMail({ from, to, subject, text, html, messageId })
    },
    /** Connects and signs in, and sends nothing. */
    verify: async (): Promise<void> => {
      const transport = await open()
      await transport.verify()
    },
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
