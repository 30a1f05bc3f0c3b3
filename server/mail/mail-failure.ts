import type { MailSetup } from '#contract/mails.ts'
import { shortened } from '#domain/shortened.ts'

/** A problem with the mail server, explained to the administrator. */
export type MailFailure = { status: 502 | 503 | 504; error: string; instruction: string }

/** Explains a failure. The server's own message is included only after `clean` has removed secrets. */
export function explainFailure(
  cause: unknown,
  setup: Pick<MailSetup, 'host' | 'port' | 'security' | 'signsIn'>,
  clean: (text: string) => string,
): MailFailure {
  const { code, originalCode, message = '', response, responseCode = 0, command = '' } = cause as SmtpError
  const server = `the mail server at ${setup.host}:${setup.port}`
  const reply = shortened(clean(response ?? ''), 200) || (responseCode === 0 ? '' : String(responseCode))
  const said = reply === '' ? '' : `: ${reply}`
  // The words of a reply are about something else, even if they are the same.
  const tls = reply === '' ? explainTls(cause as SmtpError, server) : null
  if (tls) return { status: 502, ...tls }
  const failed = (status: MailFailure['status'], error: string, instruction: string) => ({
    status,
    error,
    instruction,
  })
  if (/^(CONN|EHLO|HELO)$/.test(command) && reply !== '')
    return failed(
      502,
      `The connection was refused by ${server}${said}`,
      'The mail server doesn’t accept this server: its address, or the name with which it greets, the host in APP_URL (or ?name=… in SMTP_URL).',
    )
  switch (code) {
    case 'ETIMEDOUT':
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
      return failed(
        502,
        `The sign-in was refused by ${server}${said}`,
        'Check user name and password in SMTP_URL; special characters in them are written as %40 and the like.',
      )
    case 'ETLS':
      return failed(
        502,
        `No encrypted connection could be made with ${server}${said}`,
        `${portRule} The certificate must be valid for the host.`,
      )
  }
  const refused = `The mail was refused by ${server}${said}`
  if (!setup.signsIn && wantsSignIn(reply))
    return failed(
      502,
      refused,
      'The mail server wants a sign-in: write SMTP_URL as smtp://user:password@host:port.',
    )
  if (responseCode >= 500)
    return failed(
      502,
      refused,
      'Check the address, and that the mail server may send as the sender in MAIL_FROM.',
    )
  if (responseCode >= 400)
    return failed(
      502,
      `The mail was deferred by ${server}${said}`,
      'Wait a few minutes and try again. If the problem persists, ask the administrator of the mail server.',
    )
  return failed(502, `An unexpected error occurred${said}`, 'Try again. The server’s log has the details.')
}

/** Not of a sender that SPF or DKIM doesn't authenticate, nor of a server that wants STARTTLS first. */
const wantsSignIn = (reply: string) =>
  /^530|authentication (is )?required|not authenticated|\b(logged|signed|log|sign) ?in\b/i.test(reply) &&
  !/starttls|\b(spf|dkim|dmarc)\b/i.test(reply)

const portRule = 'Check SMTP_URL: smtps:// is for port 465, smtp:// for 587 and 25.'

/** Port 465 waits for TLS without a word, so that smtp:// there looks like a server that doesn't answer. */
const withPortRule = ({ port, security }: Pick<MailSetup, 'port' | 'security'>, instruction: string) =>
  port === 465 && security !== 'tls' ? portRule : instruction

const trustIt =
  'Use the name in the certificate as the host in SMTP_URL, or add ?tls.servername=… with that name.'
const addIssuer =
  'Set NODE_EXTRA_CA_CERTS to a file with the certificate of its issuer (or its own) and restart. Only in a network that you trust, add ?tls.rejectUnauthorized=false to SMTP_URL instead.'

/** What is wrong with TLS, and what to set; null if something else failed. OpenSSL and Node name the problem. */
function explainTls({ originalCode = '', message = '' }: SmtpError, server: string) {
  if (/wrong version number|packet length too long|unknown protocol|http request/i.test(message)) {
    return {
      error: `No encrypted connection could be made with ${server}: it doesn’t begin with TLS on this port`,
      instruction: portRule,
    }
  }
  // OpenSSL's own lines: error:0A00042E:SSL routines:ssl3_read_bytes:tlsv1 alert protocol version:…
  const reason = /error:[0-9A-F]+:SSL routines:[^:]*:([^:\n]+)/i.exec(message)?.[1]
  if (reason) {
    return {
      error: `No encrypted connection could be made with ${server}: ${reason}`,
      instruction: 'Check the TLS settings of the mail server: it must offer TLS 1.2 or later.',
    }
  }
  const says = `${originalCode} ${message}`
  const found = certificateProblems.find(({ names }) => names.test(says))
  if (!found) return null
  const { problem = `${message}.`, instruction } = found
  return { error: `The certificate of ${server} can’t be trusted: ${problem}`, instruction }
}

/** Why the system has no connection: ECONNREFUSED, EHOSTUNREACH, ECONNRESET … */
function systemCode(message: string): string {
  const [code] = /\bE[A-Z]{4,}\b/.exec(message) ?? []
  return code ? `: ${code}` : ''
}

const certificateProblems: { names: RegExp; problem?: string; instruction: string }[] = [
  {
    names: /ALTNAME_INVALID|HOSTNAME_MISMATCH|does not match certificate/i,
    problem: 'it is for another name than the host in SMTP_URL.',
    instruction: trustIt,
  },
  {
    names: /CERT_HAS_EXPIRED|certificate has expired/i,
    problem: 'it has expired.',
    instruction: 'Renew the certificate of the mail server.',
  },
  {
    names: /CERT_NOT_YET_VALID|not yet valid/i,
    problem: 'it isn’t valid yet.',
    instruction: 'Check the clocks of both servers, and the certificate of the mail server.',
  },
  {
    names: /SELF_SIGNED|self[- ]signed/i,
    problem: 'it is self-signed, or its issuer is.',
    instruction: addIssuer,
  },
  {
    names:
      /UNABLE_TO_(GET_ISSUER|VERIFY)|unable to (get (local )?issuer|verify)|CERT_UNTRUSTED|INVALID_CA|CERT_SIGNATURE_FAILURE/i,
    problem: 'its issuer is unknown here.',
    instruction: addIssuer,
  },
  {
    names: /certificate|\bcert\b/i,
    instruction: 'Replace the certificate of the mail server.',
  },
]

type SmtpError = {
  code?: string
  message?: string
  /** The code of the error that the library has replaced with its own. */
  originalCode?: string
  response?: string
  responseCode?: number
  command?: string
}
