import { connect, isIP, type Socket } from 'node:net'
import type { Transporter } from 'nodemailer'
import { minutes, seconds } from '#kit/rules/units.ts'
import type { Deps } from '#kit/server/deps.ts'
import { withTimeout } from '#kit/server/jobs/with-timeout.ts'
import type { ComposedMail } from './letter.ts'

/**
 * How long a queued mail may take. Servers make senders wait for their greeting, and scan a mail before they confirm it:
 * a client that gives up sooner sends it again, although they have it (RFC 5321 4.5.3.2).
 */
export const mailTimeLimit = 5 * minutes

/** How far an attempt came: its last reply, the ways of signing in that are offered, the addresses that were tried. */
type Progress = {
  step: 'connecting' | 'connected' | 'greeted' | 'sent'
  reply?: string
  signIns?: string[]
  addresses: string[]
  socket?: Socket
}

/**
 * Sends mails over SMTP, each within the time limit, in milliseconds. The library is loaded with the first mail, to save
 * memory until then.
 */
export function createSmtpSender(
  { config }: Pick<Deps, 'config'>,
  smtpUrl: string,
  timeLimit: number = mailTimeLimit,
) {
  let opening: Promise<Transporter> | undefined
  let progress: Progress = { step: 'connecting', addresses: [] }
  const open = () => {
    opening ??= openTransport(smtpUrl, new URL(config.appUrl).hostname, timeLimit, () => progress)
    return opening
  }
  const attempt = async (act: (transport: Transporter) => Promise<unknown>): Promise<void> => {
    const current: Progress = { step: 'connecting', addresses: [] }
    progress = current
    // The library's timeouts end only silence: a server that sends a little from time to time could block all mails.
    const timeoutError = () => Object.assign(new Error('No answer in time'), { code: 'ETIMEDOUT' })
    try {
      await withTimeout(timeLimit, timeoutError, async () => act(await open()))
    } catch (cause) {
      current.socket?.destroy()
      const error = cause as SmtpError
      // The library reports a connection that was closed after a refusal without its words.
      const refusal = /^[45]\d\d/.test(current.reply ?? '') ? current.reply : undefined
      const { step, signIns, addresses } = current
      const response = error.response ?? refusal
      if (step === 'sent' && !response)
        error.message = `The server has the mail, but didn’t confirm it: ${error.message}`
      throw Object.assign(error, { response, step, signIns, addresses })
    }
  }
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
  timeLimit: number,
  progress: () => Progress,
): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url: smtpUrl,
    // Relays reject the library's own greeting, [127.0.0.1]. A name in SMTP_URL is someone's choice.
    ...(!new URL(smtpUrl).searchParams.has('name') && { name: greetingName(host) }),
    getSocket: connectAsSystem(progress),
    connectionTimeout: timeLimit,
    greetingTimeout: timeLimit,
    socketTimeout: timeLimit,
    disableFileAccess: true,
    disableUrlAccess: true,
    transactionLog: true,
    logger: progressReader(progress),
  } as object)
}

type Target = { host?: string; port?: number; secure?: boolean; localAddress?: string }

/**
 * Connects to the first address that answers, of those that the system knows for the name: the library would ask DNS
 * even for a name in /etc/hosts.
 */
function connectAsSystem(progress: () => Progress) {
  return (target: Target, done: (error: Error | null, socket?: { connection: Socket }) => void) => {
    const { host = 'localhost', secure, port = secure ? 465 : 587, localAddress } = target
    const current = progress()
    const socket = connect({
      host,
      port,
      ...(localAddress && { localAddress }),
      autoSelectFamilyAttemptTimeout: 3 * seconds,
    })
    current.socket = socket
    socket.on('connectionAttempt', address => {
      if (isIP(host) === 0) current.addresses.push(address)
    })
    const fail = (error: NodeJS.ErrnoException) => {
      const [first = error] = error instanceof AggregateError ? (error.errors as Error[]) : []
      const code =
        error.syscall === 'getaddrinfo' ? 'EDNS' : error.code === 'ETIMEDOUT' ? error.code : 'ESOCKET'
      done(Object.assign(first, { originalCode: error.code, code }))
    }
    socket.once('error', fail)
    socket.once('connect', () => {
      socket.off('error', fail)
      current.step = 'connected'
      done(null, { connection: socket })
    })
  }
}

/** A logger that notes what the mail server says, and when it has the whole mail. */
function progressReader(progress: () => Progress) {
  const ignore = () => undefined
  const debug = ({ tnx }: { tnx?: string }, text: string) => {
    if (tnx !== 'server') return
    const offered = /^250[ -]AUTH[ =](.+)$/im.exec(text)?.[1]
    Object.assign(progress(), {
      step: 'greeted',
      reply: text,
      ...(offered && { signIns: offered.trim().toUpperCase().split(/\s+/) }),
    })
  }
  const info = ({ tnx }: { tnx?: string }) => {
    if (tnx === 'message') progress().step = 'sent'
  }
  return { level: ignore, trace: ignore, debug, info, warn: ignore, error: ignore, fatal: ignore }
}

/** What the server calls itself in EHLO; an IP address is written as a literal (RFC 5321). */
function greetingName(host: string): string {
  if (host.startsWith('[')) return host.replace('[', '[IPv6:')
  return /^[\d.]+$/.test(host) ? `[${host}]` : host
}

/** Whether the server has the whole mail, but gave no answer: the next attempt may be a copy. */
export function mayHaveArrived(error: unknown): boolean {
  const { step, response } = error as SmtpError
  return step === 'sent' && !response
}

/**
 * Whether the server has permanently refused this mail, so that a retry is useless: its recipient or its content, by the
 * enhanced code (RFC 3463). Whatever else is refused (relaying, a limit, this server's address, the sender) is about
 * all mails, and ends when time passes or someone corrects the setup. Without such a code, the step says what is
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

type SmtpError = {
  message: string
  code?: unknown
  responseCode?: unknown
  command?: unknown
  response?: unknown
  step?: Progress['step']
}

/** Parses `Some Name <address>` or a bare address. */
function parseMailbox(text: string): { name: string; address: string } {
  const [, name, address] = /^\s*"?(.*?)"?\s*<([^<>]+)>\s*$/.exec(text) ?? []
  return address ? { name: name ?? '', address } : { name: '', address: text.trim() }
}
