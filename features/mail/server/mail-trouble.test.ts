import { expect, test } from 'vitest'
import { readConfig } from '#kit/server/config/config.ts'
import { serveMail, testMail } from '#tests/support/mail/serve-mail.ts'
import { explainFailure } from './mail-failure.ts'
import { createSmtpSender } from './smtp.ts'

const config = readConfig({ APP_URL: 'https://lunch.example.org' })

const offersTls = (line: string) =>
  line === 'STARTTLS' ? '220 go ahead' : line.startsWith('EHLO') ? '250-hello\r\n250 STARTTLS' : '250 ok'

test.each(['smtp', 'smtps'])(
  'a certificate that isn’t trusted is named, with what to set (%s)',
  async scheme => {
    const { host } = await serveMail(offersTls, { tls: scheme === 'smtps' })
    const { error, instruction } = await testMail(`${scheme}://${host}`)
    expect(error).toMatch(/^The certificate of the mail server at .* can’t be trusted: /)
    expect(instruction).toContain('NODE_EXTRA_CA_CERTS')
  },
)

test.each([
  ['CERT_HAS_EXPIRED', 'certificate has expired', 'it has expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', "Hostname/IP does not match certificate's altnames", 'another name'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unable to verify the first certificate', 'issuer is unknown'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'self-signed certificate in certificate chain', 'self-signed'],
  ['INVALID_PURPOSE', 'unsuitable certificate purpose', 'unsuitable certificate purpose'],
])('each trouble with a certificate has its own words: %s', (originalCode, message, words) => {
  const setup = { host: 'mail.example.org', port: 465, security: 'tls' as const, signsIn: false }
  for (const code of ['ESOCKET', 'ETLS']) {
    const cause = Object.assign(new Error(message), { code, originalCode })
    expect(explainFailure(cause, setup, text => text).error).toContain(words)
  }
})

test('the server greets with the host of APP_URL, and a rejection of that is shown with the reply', async () => {
  const { host, lines } = await serveMail(line => `550 5.7.1 ${line} is not welcome`)
  await expect(createSmtpSender({ config }, `smtp://${host}`).verify()).rejects.toThrow()
  expect(lines[0]).toBe('EHLO lunch.example.org')
  const { error } = await testMail(`smtp://${host}`)
  expect(error).toContain('550 5.7.1 HELO localhost is not welcome')
})

test('the reply is shown even if the server closes the connection at once', async () => {
  const { host } = await serveMail(() => '550 5.7.1 not this name', { closesAfter: 'EHLO' })
  const { error } = await testMail(`smtp://${host}`)
  expect(error).toContain('550 5.7.1 not this name')
})

test('a server with nothing but old versions of TLS is said to lack encryption, not to be gone', async () => {
  const { host } = await serveMail(offersTls, { tls: true, maxVersion: 'TLSv1.1' })
  const { error, instruction } = await testMail(`smtps://${host}`)
  expect(error).toContain('No encrypted connection could be made')
  expect(error).toContain('alert protocol version')
  expect(instruction).toContain('TLS 1.2')
})

test('a connection that can’t be made is named as the system does', async () => {
  expect((await testMail('smtp://127.0.0.1:1')).error).toContain('ECONNREFUSED')
  const { error, instruction } = await testMail('smtp://mail.invalid')
  expect(error).toContain('The host mail.invalid of the mail server wasn’t found')
  expect(instruction).toContain('host in SMTP_URL')
})

test('a server that wants a sign-in leads to SMTP_URL', async () => {
  const { host } = await serveMail(line =>
    line.startsWith('MAIL') ? '530 5.7.0 Authentication required' : '250 ok',
  )
  const { error, instruction } = await testMail(`smtp://${host}`)
  expect(error).toContain('530 5.7.0 Authentication required')
  expect(instruction).toContain('smtp://user:password@host')
})

test.each([
  '550 5.7.26 This mail is unauthenticated: authenticate with either SPF or DKIM',
  '530 5.7.0 Must issue a STARTTLS command first',
])('“%s” asks for no sign-in', async reply => {
  const { host } = await serveMail(line => (line.startsWith('MAIL') ? reply : '250 ok'))
  const { error, instruction } = await testMail(`smtp://${host}`)
  expect(error).toContain(reply)
  expect(instruction).not.toContain('sign-in')
})

test('words of a reply aren’t taken for trouble with a certificate', async () => {
  const { host } = await serveMail(line =>
    line.startsWith('RCPT') ? '550 5.7.1 your certificate has expired' : '250 ok',
  )
  expect((await testMail(`smtp://${host}`)).error).toMatch(/^The mail was refused by .* has expired$/)
})

test('a name in SMTP_URL is used for the greeting instead', async () => {
  const { host, lines } = await serveMail(() => '550 no')
  const sender = createSmtpSender({ config }, `smtp://${host}/?name=relay.example.org`)
  await expect(sender.verify()).rejects.toThrow()
  expect(lines[0]).toBe('EHLO relay.example.org')
})

test.each([
  ['STARTTLS', (line: string) => (line === 'STARTTLS' ? '454 TLS is broken' : offersTls(line)), ''],
  [
    'AUTH',
    (line: string) => (line.startsWith('EHLO') ? '250-hello\r\n250 AUTH PLAIN' : '535 5.7.8 not you'),
    'ana:secret-word@',
  ],
])('the reply to %s is shown', async (step, replyTo, user) => {
  const { host } = await serveMail(replyTo)
  const { error } = await testMail(`smtp://${user}${host}`)
  expect(error).toContain(step === 'AUTH' ? '535 5.7.8 not you' : '454 TLS is broken')
})

test('smtps:// at a port without TLS, and smtp:// at 465, lead to the rule of ports', async () => {
  const { host } = await serveMail(() => '250 ok')
  const rule = 'smtps:// is for port 465, smtp:// for 587'
  const { error, instruction } = await testMail(`smtps://${host}`)
  expect(error).toContain('doesn’t begin with TLS on this port')
  expect(instruction).toContain(rule)
  const setup = { host: 'mail.example.org', port: 465, security: 'starttls-offered' as const, signsIn: false }
  for (const code of ['ETIMEDOUT', 'ESOCKET']) {
    const cause = Object.assign(new Error('Greeting never received'), { code })
    expect(explainFailure(cause, setup, text => text).instruction).toContain(rule)
  }
})

test.each([
  ['EHLO or HELO', '421 4.7.0 Too many concurrent SMTP connections', /limit of the mail server/],
  ['EHLO or HELO', '451 4.3.2 Please try again later', /^Wait a few minutes/],
  ['STARTTLS', '454 4.7.0 TLS not available', /^Wait a few minutes/],
  ['AUTH', '454 4.7.0 Temporary authentication failure', /^Wait a few minutes/],
])('at %s, “%s” says to wait, and blames neither address nor password', async (step, reply, words) => {
  const { host } = await serveMail(line => {
    if (step.includes(line.slice(0, 4))) return reply
    return line.startsWith('EHLO')
      ? `250-hello\r\n250-AUTH PLAIN${step === 'STARTTLS' ? '\r\n250-STARTTLS' : ''}\r\n250 ok`
      : '250 ok'
  })
  const { error, instruction } = await testMail(`smtp://ana:secret-word@${host}`)
  expect(error).toMatch(/^The (connection|sign-in) was deferred by /)
  expect(error).toContain(reply)
  expect(instruction).toMatch(words)
})

test.each([
  ['NTLM GSSAPI', '504 5.7.4 Unrecognized authentication type', 'offers only NTLM, GSSAPI'],
  ['XOAUTH2', '535 5.7.3 Authentication unsuccessful', 'offers only XOAUTH2'],
  ['PLAIN', '504 5.7.4 Unrecognized authentication type', 'doesn’t take a password here'],
])(
  'a server that offers to sign in with %s, and none of our ways, says so',
  async (offered, reply, words) => {
    const { host } = await serveMail(line =>
      line.startsWith('EHLO')
        ? `250-hello\r\n250 AUTH ${offered}`
        : line.startsWith('AUTH')
          ? reply
          : '250 ok',
    )
    const { error, instruction } = await testMail(`smtp://ana:secret-word@${host}`)
    expect(error).toContain(reply)
    expect(instruction).toContain(words)
    expect(instruction).toContain('PLAIN or LOGIN')
  },
)
