import { expect, test } from 'vitest'
import { readConfig } from '#kit/server/config/config.ts'
import { serveMail } from '#tests/support/mail/serve-mail.ts'
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

test.each<[step: 'RCPT' | 'content', reply: string, isGivenUp: boolean]>([
  // For its recipient, whichever step says so.
  ['RCPT', '550 5.1.1 No such user', true],
  ['RCPT', '550-5.1.1 The account does not exist.\r\n550 5.1.1 See the manual', true],
  ['content', '550 5.1.1 User unknown', true],
  ['RCPT', '550 5.1.2 Bad domain', true],
  ['RCPT', '553 5.1.3 Bad address', true],
  ['RCPT', '551 5.1.6 Moved', true],
  ['RCPT', '556 5.1.10 Null MX', true],
  ['RCPT', '550 5.2.1 Mailbox disabled', true],
  ['RCPT', '550 No such mailbox', true],
  // For its content.
  ['content', '554 5.6.0 Bad message', true],
  ['content', '552 5.3.4 Too big', true],
  ['content', '554 Refused', true],
  // For something that time or an operator changes.
  ['RCPT', '554 5.7.1 <ana@example.org>: Relay access denied', false],
  ['RCPT', '550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain', false],
  ['RCPT', '550 #5.7.1 Relaying denied', false],
  ['content', '550 5.4.5 Daily user sending limit exceeded', false],
  ['RCPT', '554 5.7.1 Service unavailable; client [192.0.2.1] is listed at zen.example.org', false],
  ['content', '554 5.7.1 Rejected by policy', false],
  ['RCPT', '550 5.1.90 You have reached the daily limit for recipients', false],
  ['RCPT', '552 5.2.2 Over quota', false],
  ['RCPT', '550 5.1.8 Sender address has no mail server', false],
  ['RCPT', '530 5.7.0 Authentication required', false],
  ['RCPT', '451 4.7.1 Greylisted', false],
  ['content', '452 Too many mails', false],
])('a mail that is refused at %s with “%s” is given up: %j', async (step, reply, isGivenUp) => {
  const { host } = await serveMail({ [step]: reply })
  const error = await createSmtpSender({ config }, `smtp://${host}`)
    .send(mail)
    .catch(failure => failure)
  expect(error).toMatchObject({ responseCode: Number(reply.slice(0, 3)) })
  expect(isPermanentFailure(error)).toBe(isGivenUp)
})
