import { describe, expect, test } from 'vitest'
import { readConfig } from '#kit/server/config/config.ts'
import { serveMail, testMail } from '#tests/support/mail/serve-mail.ts'
import { createSmtpSender, isPermanentFailure } from './smtp.ts'

const config = readConfig({ APP_URL: 'https://lunch.example.org' })
const mail = {
  to: { name: 'Ana', address: 'ana@example.org' },
  subject: 'Lunch',
  text: 'Lunch',
  html: '<p>Lunch</p>',
  messageId: '<1@example.org>',
  headers: {},
  link: null,
}

describe('a mail that is refused', () => {
  const refusedAt = async (step: 'RCPT' | 'DATA', refusal: string) => {
    let isInData = false
    const { host } = await serveMail(line => {
      if (line.startsWith(step) && step === 'RCPT') return refusal
      if (line === 'DATA') {
        isInData = true
        return '354 go ahead'
      }
      return isInData ? refusal : '250 ok'
    })
    return host
  }

  test.each<[step: 'RCPT' | 'DATA', reply: string, isGivenUp: boolean]>([
    // For its recipient, whichever step says so.
    ['RCPT', '550 5.1.1 No such user', true],
    ['RCPT', '550-5.1.1 The account does not exist.\r\n550 5.1.1 See the manual', true],
    ['DATA', '550 5.1.1 User unknown', true],
    ['RCPT', '550 5.1.2 Bad domain', true],
    ['RCPT', '553 5.1.3 Bad address', true],
    ['RCPT', '551 5.1.6 Moved', true],
    ['RCPT', '556 5.1.10 Null MX', true],
    ['RCPT', '550 5.2.1 Mailbox disabled', true],
    ['RCPT', '550 No such mailbox', true],
    // For its content.
    ['DATA', '554 5.6.0 Bad message', true],
    ['DATA', '552 5.3.4 Too big', true],
    ['DATA', '554 Refused', true],
    // For something that time or an operator changes.
    ['RCPT', '554 5.7.1 <ana@example.org>: Relay access denied', false],
    ['RCPT', '550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain', false],
    ['RCPT', '550 #5.7.1 Relaying denied', false],
    ['DATA', '550 5.4.5 Daily user sending limit exceeded', false],
    ['RCPT', '554 5.7.1 Service unavailable; client [192.0.2.1] is listed at zen.example.org', false],
    ['DATA', '554 5.7.1 Rejected by policy', false],
    ['RCPT', '550 5.1.90 You have reached the daily limit for recipients', false],
    ['RCPT', '552 5.2.2 Over quota', false],
    ['RCPT', '550 5.1.8 Sender address has no mail server', false],
    ['RCPT', '530 5.7.0 Authentication required', false],
    ['RCPT', '451 4.7.1 Greylisted', false],
    ['DATA', '452 Too many mails', false],
  ])('at %s with “%s” is given up: %j', async (step, reply, isGivenUp) => {
    const host = await refusedAt(step, reply)
    const error = await createSmtpSender({ config }, `smtp://${host}`)
      .send(mail)
      .catch(failure => failure)
    expect(error).toMatchObject({ responseCode: Number(reply.slice(0, 3)) })
    expect(isPermanentFailure(error)).toBe(isGivenUp)
  })

  test.each<[reply: string, words: RegExp, not?: RegExp]>([
    ['554 5.7.1 Relay access denied', /relay mails/],
    ['550 5.7.54 SMTP; Unable to send', /relay mails/],
    ['550 relay not permitted', /relay mails/],
    ['550 5.4.5 Daily user sending limit exceeded', /limit of the mail server/],
    ['454 Throttling failure: Daily message quota exceeded', /limit of the mail server/],
    ['550 5.1.90 You have reached the daily limit for recipients', /limit of the mail server/],
    ['554 5.7.1 client [192.0.2.1] is listed at zen.example.org', /block list/],
    ['530 5.7.0 Must issue a STARTTLS command first', /requireTLS/, /block list/],
    ['552 5.2.2 The mailbox is over quota, its limit is reached', /Check the address/],
  ])('with “%s” leads the test mail to what can be done', async (reply, words) => {
    const { error, instruction } = await testMail(`smtp://${await refusedAt('RCPT', reply)}`)
    expect(error).toContain(reply)
    expect(instruction).toMatch(words)
  })
})

test.each([
  ['535 5.7.139 Authentication unsuccessful, basic authentication is disabled.', /^No password will help/],
  [
    '535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled.',
    /^No password will help/,
  ],
  ['550 5.7.30 Basic authentication is not supported for Client Submission.', /^No password will help/],
  ['535 5.7.139 Authentication unsuccessful, the user credentials were incorrect.', /^Check user name/],
  ['534-5.7.9 Application-specific password required.\r\n534 5.7.9 Learn more', /app password/],
  ['535 5.7.8 Username and Password not accepted.', /^Check user name/],
])('“%s” at the sign-in says whether a password can help', async (reply, words) => {
  const { host } = await serveMail(line =>
    line.startsWith('EHLO') ? '250-hello\r\n250 AUTH PLAIN' : line.startsWith('AUTH') ? reply : '250 ok',
  )
  expect((await testMail(`smtp://ana:secret-word@${host}`)).instruction).toMatch(words)
})
