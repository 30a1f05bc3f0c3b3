import { shortened } from '#kit/rules/texts/shortened.ts'
import type { Deps } from '#kit/server/deps.ts'
import { explainTls } from '#kit/server/outbound/explain-tls.ts'
import type { MailSetup } from '../contract.ts'
import { describeMailSetup, withoutCredentials } from './mail-setup.ts'
import { createSmtpSender, enhancedCode, mayHaveArrived } from './smtp.ts'

/** A problem with the mail server, explained to the administrator. */
export type MailFailure = { status: 502 | 503 | 504; error: string; instruction: string }

/** In milliseconds: whoever tries the mail server waits no longer than this, whatever it does. */
const trialTimeLimit = 9_000

/** Tries the mail server now, without the queue; null if that works. */
export async function tryMailServer(
  { config }: Pick<Deps, 'config'>,
  smtpUrl: string,
  act: (sender: ReturnType<typeof createSmtpSender>) => Promise<void>,
): Promise<MailFailure | null> {
  const sender = createSmtpSender({ config }, smtpUrl, trialTimeLimit)
  try {
    await act(sender)
    return null
  } catch (error) {
    return explainFailure(error, describeMailSetup(config), text => withoutCredentials(config, text))
  } finally {
    sender.close()
  }
}

/** Explains a failure. The server's own message is included only after `clean` has removed secrets. */
export function explainFailure(
  cause: unknown,
  setup: Pick<MailSetup, 'host' | 'port' | 'security' | 'signsIn'>,
  clean: (text: string) => string,
): MailFailure {
  const { code, originalCode, message = '', response, responseCode, command = '' } = cause as SmtpError
  const { step, addresses = [], signIns = [] } = cause as SmtpError
  const tried = addresses.length > 0 ? ` (${addresses.join(', ')})` : ''
  const server = `the mail server at ${setup.host}:${setup.port}${tried}`
  const words = clean(response ?? '')
  const replyCode = responseCode || Number(/^\d{3}/.exec(words)?.[0] ?? 0)
  const reply = shortened(words, 200) || (replyCode === 0 ? '' : String(replyCode))
  const said = reply === '' ? '' : `: ${reply}`
  // The words of a reply are about something else, even if they are the same.
  const tls = reply === '' ? explainTls(cause, server) : null
  if (tls) return { status: 502, error: tls.error, instruction: tlsInstruction(tls) }
  const failed = (status: MailFailure['status'], error: string, instruction: string) => ({
    status,
    error,
    instruction,
  })
  const rule = replyCode >= 400 && rules.find(({ says }) => says(words, enhancedCode(words) ?? ''))
  // Whatever the step: it wants to be asked again later.
  if (replyCode >= 400 && replyCode < 500 && code !== 'EENVELOPE' && code !== 'EMESSAGE')
    return failed(
      502,
      `The ${code === 'EAUTH' ? 'sign-in' : 'connection'} was deferred by ${server}${said}`,
      rule === limitRule ? rule.instruction : waitInstruction,
    )
  if (/^(CONN|EHLO|HELO)$/.test(command) && reply !== '')
    return failed(
      502,
      `The connection was refused by ${server}${said}`,
      'The mail server doesn’t accept this server: its address, or the name with which it greets, the host in APP_URL (or ?name=… in SMTP_URL).',
    )
  if (mayHaveArrived(cause))
    return failed(
      504,
      `The whole mail was sent to ${server}, which didn’t confirm it${systemCode(message)}`,
      'It may have arrived. Some servers scan a mail before they confirm it; queued mails give them five minutes.',
    )
  switch (code) {
    case 'ETIMEDOUT':
      if (step === 'connected')
        return failed(
          504,
          `The connection was accepted by ${server}, but it hasn’t greeted yet`,
          withPortRule(
            setup,
            'Some servers make senders wait; queued mails give them five minutes. A port that begins with TLS needs smtps://.',
          ),
        )
      return failed(
        504,
        `There was no answer in time from ${server}${said}`,
        withPortRule(
          setup,
          'Check host and port in SMTP_URL, and that no firewall blocks the connection. A port that begins with TLS needs smtps://.',
        ),
      )
    case 'EDNS':
      return failed(
        503,
        `The host ${setup.host} of the mail server wasn’t found${originalCode ? `: ${originalCode}` : said}`,
        'Check the host in SMTP_URL, and that this server can look up names.',
      )
    case 'ESOCKET':
    case 'ECONNECTION':
      return failed(
        503,
        `There is no connection to ${server}, or it was cut off${said || systemCode(message)}`,
        withPortRule(
          setup,
          'Check that the mail server runs, and host and port in SMTP_URL. Then try again.',
        ),
      )
    case 'EAUTH':
      return failed(502, `The sign-in was refused by ${server}${said}`, signInInstruction(words, signIns))
    case 'ETLS':
      return failed(
        502,
        `No encrypted connection could be made with ${server}${said}`,
        `${portRule} The certificate must be valid for the host.`,
      )
  }
  const refused = `The mail was ${replyCode < 500 ? 'deferred' : 'refused'} by ${server}${said}`
  if (!setup.signsIn && wantsSignIn(words))
    return failed(
      502,
      refused,
      'The mail server wants a sign-in: write SMTP_URL as smtp://user:password@host:port.',
    )
  if (rule) return failed(502, refused, rule.instruction)
  if (replyCode >= 500)
    return failed(
      502,
      refused,
      'Check the address, and that the mail server may send as the sender in MAIL_FROM.',
    )
  if (replyCode >= 400) return failed(502, refused, waitInstruction)
  return failed(502, `An unexpected error occurred${said}`, 'Try again. The server’s log has the details.')
}

/** Not of a sender that SPF or DKIM doesn't authenticate, nor of a server that wants STARTTLS first. */
const wantsSignIn = (reply: string) =>
  /^530|authentication (is )?required|not authenticated|\b(logged|signed|log|sign) ?in\b/i.test(reply) &&
  !/starttls|\b(spf|dkim|dmarc)\b/i.test(reply)

const waitInstruction =
  'Wait a few minutes and try again. If the problem persists, ask the administrator of the mail server.'

/** Microsoft and Google no longer accept the password of a person's account. */
function signInInstruction(reply: string, offered: string[]): string {
  const code = enhancedCode(reply) ?? ''
  if (
    (code === '5.7.139' && !/credentials were incorrect/i.test(reply)) ||
    code === '5.7.30' ||
    /(basic|smtpclient) ?authentication is (disabled|not supported)/i.test(reply)
  )
    return 'No password will help: signing in with one (basic authentication, SMTP AUTH) is switched off there. Let the administrator of the mail server allow it for this mailbox, or set SMTP_URL to another relay.'
  if (code === '5.7.9' || /application-specific password|app password/i.test(reply))
    return 'The password of the account doesn’t work here: create an app password there, and put it into SMTP_URL.'
  const isOffered = offered.some(way => /^(PLAIN|LOGIN|CRAM-MD5)$/.test(way))
  if ((offered.length > 0 && !isOffered) || /^504/.test(reply))
    return `The mail server ${isOffered || offered.length === 0 ? 'doesn’t take a password here' : `offers only ${offered.join(', ')}`}. Let its administrator allow PLAIN or LOGIN, or mails from the address of this server without a sign-in.`
  return 'Check user name and password in SMTP_URL; special characters in them are written as %40 and the like.'
}

type Rule = { says: (reply: string, code: string) => boolean; instruction: string }

const limitRule: Rule = {
  // Not of a mailbox that is full, nor of a mail that is too large.
  says: (reply, code) =>
    code === '5.4.5' ||
    (/\b(limit|quota)\b.*\b(exceeded|reached)|\b(exceed\w*|reached|hit)\b.*\b(limit|quota)|rate ?limit|too many|throttl/i.test(
      reply,
    ) &&
      !/^[45]\.(2\.[0-3]|3\.4)$/.test(code) &&
      !/\b(mailbox|size)\b/i.test(reply)),
  instruction:
    'A limit of the mail server is reached, such as that of mails per day. Try again later. If this happens often, ask its administrator for a higher limit, or set SMTP_URL to another relay.',
}

/** What is about all mails and not about one address: encryption, a limit, the relay, its opinion of this server. */
const rules: Rule[] = [
  {
    says: reply => /starttls/i.test(reply),
    instruction:
      'The mail server wants an encrypted connection: add ?requireTLS=true to SMTP_URL, or use smtps:// with port 465.',
  },
  limitRule,
  {
    says: (reply, code) => code === '5.7.54' || /\brelay/i.test(reply),
    instruction:
      'The mail server doesn’t relay mails of this server to other domains. Let its administrator allow the address of this server, or write SMTP_URL with a user name and password: smtp://user:password@host:port.',
  },
  {
    says: (reply, code) =>
      /^[45]\.7\./.test(code) || /block ?list|black ?list|\blisted\b|spamhaus|policy/i.test(reply),
    instruction:
      'A policy of the mail server forbids it: check that it may send as the sender in MAIL_FROM, and that the address of this server isn’t on a block list.',
  },
]

const portRule = 'Check SMTP_URL: smtps:// is for port 465, smtp:// for 587 and 25.'

/** Port 465 waits for TLS without a word, so that smtp:// there looks like a server that doesn't answer. */
const withPortRule = ({ port, security }: Pick<MailSetup, 'port' | 'security'>, instruction: string) =>
  port === 465 && security !== 'tls' ? portRule : instruction

/** What SMTP_URL offers besides. */
function tlsInstruction({ about, instruction }: NonNullable<ReturnType<typeof explainTls>>): string {
  if (about === 'port') return portRule
  if (about === 'name')
    return 'Use the name in the certificate as the host in SMTP_URL, or add ?tls.servername=… with that name.'
  return about === 'issuer'
    ? `${instruction} Only in a network that you trust, add ?tls.rejectUnauthorized=false to SMTP_URL instead.`
    : instruction
}

/** Why the system has no connection: ECONNREFUSED, EHOSTUNREACH, ECONNRESET … */
function systemCode(message: string): string {
  const [code] = /\bE[A-Z]{4,}\b/.exec(message) ?? []
  return code ? `: ${code}` : ''
}

type SmtpError = {
  code?: string
  message?: string
  /** The code of the error that the library has replaced with its own. */
  originalCode?: string
  response?: string
  responseCode?: number
  command?: string
  /** How far the attempt came; see `createSmtpSender`. */
  step?: string
  addresses?: string[]
  signIns?: string[]
}
