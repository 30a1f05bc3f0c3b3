import { expect, test } from 'vitest'
import { readConfig } from '#kit/server/config/config.ts'
import { serveMail, testMail } from '#tests/support/mail/serve-mail.ts'
import { explainFailure } from './mail-failure.ts'
import { createSmtpSender } from './smtp.ts'

/* What an administrator reads about a test mail that wasn't sent. */

const setup = { host: 'mail.example.org', port: 465, signsIn: false }
const offersTls = { EHLO: '250-hello\r\n250 STARTTLS', STARTTLS: '220 go ahead' }
const portRule = /smtps:\/\/ is for port 465, smtp:\/\/ for 587/
const untrusted = /^The certificate of the mail server at .* can’t be trusted: /

/** At which step (for AUTH, with what is offered) a reply leads to which instruction. */
const refusals = `
EHLO        | 421 4.7.0 Too many concurrent SMTP connections | A limit of the mail server is reached
EHLO        | 451 4.3.2 Please try again later | Wait a few minutes
STARTTLS    | 454 4.7.0 TLS not available | Wait a few minutes
AUTH PLAIN  | 454 4.7.0 Temporary authentication failure | Wait a few minutes
AUTH PLAIN  | 535 5.7.139 Authentication unsuccessful, basic authentication is disabled. | No password will help
AUTH PLAIN  | 535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled. | No password will help
AUTH PLAIN  | 550 5.7.30 Basic authentication is not supported for Client Submission. | No password will help
AUTH PLAIN  | 535 5.7.139 Authentication unsuccessful, the user credentials were incorrect. | Check user name
AUTH PLAIN  | 534-5.7.9 Application-specific password required.\\r\\n534 5.7.9 Learn more | app password
AUTH PLAIN  | 535 5.7.8 Username and Password not accepted. | Check user name
AUTH PLAIN  | 504 5.7.4 Unrecognized authentication type | doesn’t take a password here. Let its administrator allow PLAIN or LOGIN
AUTH NTLM GSSAPI | 504 5.7.4 Unrecognized authentication type | offers only NTLM, GSSAPI. Let its administrator allow PLAIN or LOGIN
AUTH XOAUTH2 | 535 5.7.3 Authentication unsuccessful | offers only XOAUTH2. Let its administrator allow PLAIN or LOGIN
MAIL        | 530 5.7.0 Authentication required | smtp://user:password@host
MAIL        | 550 5.7.26 This mail is unauthenticated: authenticate with either SPF or DKIM | A policy of the mail server
MAIL        | 530 5.7.0 Must issue a STARTTLS command first | requireTLS
RCPT        | 550 5.7.1 your certificate has expired | A policy of the mail server
RCPT        | 554 5.7.1 Relay access denied | relay mails
RCPT        | 550 5.7.54 SMTP; Unable to send | relay mails
RCPT        | 550 relay not permitted | relay mails
RCPT        | 550 5.4.5 Daily user sending limit exceeded | A limit of the mail server is reached
RCPT        | 454 Throttling failure: Daily message quota exceeded | A limit of the mail server is reached
RCPT        | 550 5.7.1 The limit of 300 mails per hour is exceeded | A limit of the mail server is reached
RCPT        | 550 5.1.90 You have reached the daily limit for recipients | A limit of the mail server is reached
RCPT        | 554 5.7.1 client [192.0.2.1] is listed at zen.example.org | block list
RCPT        | 552 5.2.2 The mailbox is over quota, its limit is reached | Check the address
`
  .trim()
  .split('\n')
  .map(row => row.split('|').map(cell => cell.trim().replaceAll('\\r\\n', '\r\n')))

test.each(refusals)('at %s, “%s” leads to “%s”', async (at = '', reply = '', instruction) => {
  const [step = ''] = at.split(' ')
  const offered: Record<string, string> = step === 'EHLO' ? {} : { EHLO: `250-hello\r\n250 ${at}` }
  const { host } = await serveMail({ ...offered, [step]: reply, HELO: reply })
  const told = await testMail(`smtp://${step === 'AUTH' ? 'ana:secret-word@' : ''}${host}`)
  const what = step === 'AUTH' ? 'sign-in' : /^[MR]/.test(step) ? 'mail' : 'connection'
  const outcome = reply.startsWith('4') ? 'deferred' : 'refused'
  expect(told.error).toMatch(new RegExp(`^The ${what} was ${outcome} by the mail server at [\\d.:]+: `))
  expect(told.error).toContain(reply.replace('\r\n', ' '))
  expect(told.instruction).toContain(instruction)
})

test.each<[what: string, url: string, Parameters<typeof serveMail>, error: RegExp, instruction: RegExp]>([
  ['no trusted certificate', 'smtp://', [offersTls], untrusted, /NODE_EXTRA_CA_CERTS/],
  ['no trusted certificate', 'smtps://', [{}, { tls: true }], untrusted, /NODE_EXTRA_CA_CERTS/],
  ['no TLS', 'smtps://', [], /doesn’t begin with TLS on this port/, portRule],
  [
    'nothing but old versions of TLS',
    'smtps://',
    [{}, { tls: true, maxVersion: 'TLSv1.1' }],
    /^No encrypted connection could be made.*alert protocol version/,
    /TLS 1\.2/,
  ],
  [
    'no more to say',
    'smtp://',
    [{ EHLO: '550 5.7.1 not this name' }, { closesAfter: 'EHLO' }],
    /550 5\.7\.1 not this name/,
    /host in APP_URL/,
  ],
])('a mail server with %s is explained (%s)', async (_, url, server, error, instruction) => {
  const { host } = await serveMail(...server)
  const told = await testMail(`${url}${host}`)
  expect(told).toMatchObject({
    error: expect.stringMatching(error),
    instruction: expect.stringMatching(instruction),
  })
})

test.each([
  ['CERT_HAS_EXPIRED', 'certificate has expired', 'it has expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', "Hostname/IP does not match certificate's altnames", 'another name'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unable to verify the first certificate', 'issuer is unknown'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'self-signed certificate in certificate chain', 'self-signed'],
  ['INVALID_PURPOSE', 'unsuitable certificate purpose', 'unsuitable certificate purpose'],
])('each trouble with a certificate has its own words: %s', (originalCode, message, words) => {
  for (const code of ['ESOCKET', 'ETLS']) {
    const cause = Object.assign(new Error(message), { code, originalCode })
    expect(explainFailure(cause, { ...setup, security: 'tls' }, text => text).error).toContain(words)
  }
})

test.each(['ETIMEDOUT', 'ESOCKET'])('only smtp:// at port 465 leads to the rule of ports (%s)', code => {
  const cause = Object.assign(new Error('Greeting never received'), { code })
  const instruction = (security: 'tls' | 'starttls-offered', port = 465) =>
    explainFailure(cause, { ...setup, security, port }, text => text).instruction
  expect(instruction('starttls-offered')).toMatch(portRule)
  expect(instruction('starttls-offered', 587)).not.toMatch(portRule)
  expect(instruction('tls')).not.toMatch(portRule)
})

test('a connection that can’t be made is named as the system does', async () => {
  expect((await testMail('smtp://127.0.0.1:1')).error).toContain('ECONNREFUSED')
  const { error, instruction } = await testMail('smtp://mail.invalid')
  expect(error).toContain('The host mail.invalid of the mail server wasn’t found')
  expect(instruction).toContain('host in SMTP_URL')
})

test.each([
  ['the host of APP_URL', 'https://365.example.org', '', 'EHLO 365.example.org'],
  ['its address, in brackets', 'http://192.0.2.7:3000', '', 'EHLO [192.0.2.7]'],
  ['its IPv6 address, named as such', 'http://[2001:db8::7]:3000', '', 'EHLO [IPv6:2001:db8::7]'],
  ['a name in SMTP_URL', 'https://365.example.org', '/?name=relay.example.org', 'EHLO relay.example.org'],
])('the server greets with %s', async (_, appUrl, search, greeting) => {
  const config = readConfig({ APP_URL: appUrl })
  const { host, lines } = await serveMail({ EHLO: '550 no', HELO: '550 no' })
  await expect(createSmtpSender({ config }, `smtp://${host}${search}`).verify()).rejects.toThrow('550 no')
  expect(lines[0]).toBe(greeting)
})

test.each([
  ['c@nary-word', 'AUTH', 'The sign-in was refused'],
  ['c@nary-word', 'MAIL', 'The mail was refused'],
  ['100%sure-word', 'AUTH', 'The sign-in was refused'],
])('credentials (%s) that a mail server echoes at %s are not revealed [T-82]', async (word, step, error) => {
  const reply = `5${step === 'AUTH' ? 35 : 50} %s lunch@example.org ${word}`
  const { host } = await serveMail({ EHLO: '250-hello\r\n250 AUTH PLAIN', AUTH: '235 ok', [step]: reply })
  const url = `smtp://lunch%40example.org:${word.replace('@', '%40')}@${host}`
  const { status, audited, ...told } = await testMail(url)
  expect([status, told.message]).toEqual([502, 'Failed to send test email'])
  expect(told.error).toContain(error)
  expect(audited.map(([, , details]) => details)).toEqual([{ to: 'mia@example.org', outcome: told.error }])
  const sent = Buffer.from(`\0lunch@example.org\0${word}`).toString('base64')
  for (const secret of [word.slice(1), 'lunch@', 'lunch%40', sent])
    expect(JSON.stringify([told, audited])).not.toContain(secret)
})
