import type { MailSetup } from '#contract/mails.ts'

/** A problem with the mail server, explained to the administrator. */
export type MailFailure = { status: 502 | 503 | 504; error: string; instruction: string }

/** Explains a failure. The server's own message is included only after `clean` has removed secrets. */
export function explainFailure(
  cause: unknown,
  { host, port }: Pick<MailSetup, 'host' | 'port'>,
  clean: (text: string) => string,
): MailFailure {
  const { code, response, responseCode = 0 } = cause as SmtpError
  const server = `the mail server at ${host}:${port}`
  const reply = clean(response ?? '').slice(0, 200) || String(responseCode)
  switch (code) {
    case 'ETIMEDOUT':
      return {
        status: 504,
        error: `There was no answer in time from ${server}`,
        instruction: 'Check host and port in SMTP_URL, and that no firewall blocks the connection.',
      }
    case 'EDNS':
    case 'ESOCKET':
    case 'ECONNECTION':
      return {
        status: 503,
        error: `There is no connection to ${server}, or it was cut off`,
        instruction: 'Check that the mail server runs, and host and port in SMTP_URL. Then try again.',
      }
    case 'EAUTH':
      return {
        status: 502,
        error: `The sign-in was refused by ${server}`,
        instruction:
          'Check user name and password in SMTP_URL; special characters in them are written as %40 and the like.',
      }
    case 'ETLS':
      return {
        status: 502,
        error: `No encrypted connection could be made with ${server}`,
        instruction:
          'Check SMTP_URL: smtps:// is for port 465, smtp:// for 587, and the certificate must be valid for the host.',
      }
  }
  if (responseCode >= 500) {
    return {
      status: 502,
      error: `The mail was refused by ${server}: ${reply}`,
      instruction: 'Check the address, and that the mail server may send as the sender in MAIL_FROM.',
    }
  }
  if (responseCode >= 400) {
    return {
      status: 502,
      error: `The mail was deferred by ${server}: ${reply}`,
      instruction:
        'Wait a few minutes and try again. If the problem persists, ask the administrator of the mail server.',
    }
  }
  return {
    status: 502,
    error: 'An unexpected error occurred',
    instruction: 'Try again. The server’s log has the details.',
  }
}

type SmtpError = { code?: string; response?: string; responseCode?: number }
