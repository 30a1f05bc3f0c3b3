// On one engine: mail servers.
import dns from 'node:dns'
import { once } from 'node:events'
import { type AddressInfo, createServer, Socket } from 'node:net'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { minutes } from '#kit/rules/units.ts'
import { readConfig } from '#kit/server/config/config.ts'
import { serveMail } from '#tests/support/mail/serve-mail.ts'
import { explainFailure } from './mail-failure.ts'
import { createSmtpSender, isPermanentFailure } from './smtp.ts'

const config = readConfig({})
const mail = {
  to: { name: 'Ana', address: 'ana@example.org' },
  subject: 'Lunch',
  text: 'Lunch',
  html: '<p>Lunch</p>',
  messageId: '<1@example.org>',
  headers: {},
  link: null,
}
const setup = { host: 'mail.example.org', port: 25, security: 'none' as const, signsIn: false }
const explained = async (sending: Promise<void>) => {
  const cause = await sending.then(
    () => expect.fail('it was sent'),
    error => error,
  )
  return explainFailure(cause, setup, text => text)
}

async function listen(talk: (socket: Socket) => void): Promise<string> {
  const server = createServer(socket => {
    socket.on('error', () => undefined)
    afterAll(() => socket.destroy())
    talk(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => server.close())
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

afterEach(() => void vi.restoreAllMocks().useRealTimers())

test('a mail server whose response never ends is abandoned at the time limit, because other mails wait [D-10]', async () => {
  let words: NodeJS.Timeout | undefined
  const url = await listen(socket => {
    socket.write('220 endless\r\n')
    socket.once('data', () => {
      words = setInterval(() => socket.write('250-and\r\n'), 20)
    })
    socket.on('close', () => clearInterval(words))
  })
  const sender = createSmtpSender({ config }, url, 500)
  await expect(sender.send(mail)).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  await expect(sender.verify()).rejects.toMatchObject({ code: 'ETIMEDOUT' })
})

test('a queued mail waits for minutes until the server greets, and again until it confirms the mail [D-10]', async () => {
  const silences = vi.spyOn(Socket.prototype, 'setTimeout')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { promise: connected, resolve } = Promise.withResolvers<Socket>()
  const url = await listen(socket => {
    resolve(socket)
    socket.on('data', data => socket.write(String(data) === 'DATA\r\n' ? '354 go ahead\r\n' : '250 ok\r\n'))
  })
  const sent = createSmtpSender({ config }, url).send(mail)
  const socket = await connected
  await expect.poll(() => silences.mock.calls.some(([time]) => time > 0)).toBe(true)
  vi.advanceTimersByTime(4 * minutes)
  socket.write('220 good things take time\r\n')
  await sent
  // These timers of Node can't be advanced: a silence of this length ends the connection.
  expect(Math.min(...silences.mock.calls.map(([time]) => time || Infinity))).toBeGreaterThanOrEqual(
    4 * minutes,
  )
})

test('at the time limit, the failure says how far it came', async () => {
  const silent = createSmtpSender({ config }, await listen(() => undefined), 300)
  const { error } = await explained(silent.send(mail))
  expect(error).toMatch(/^The connection was accepted by .*, but it hasn’t greeted yet$/)
  const { host } = await serveMail({ content: '' })
  const unconfirmed = createSmtpSender({ config }, `smtp://${host}`, 300)
  const { error: after, instruction } = await explained(unconfirmed.send(mail))
  expect(after).toMatch(/^The whole mail was sent to .*, which didn’t confirm it$/)
  expect(instruction).toMatch(/^It may have arrived/)
})

describe('the name of the mail server', () => {
  /** The system knows these addresses; DNS would say another one. */
  const know = (...addresses: string[]) => {
    vi.spyOn(dns.Resolver.prototype, 'resolve4').mockImplementation(((_: string, reply: Reply) =>
      reply(null, ['127.9.9.9'])) as never)
    vi.spyOn(dns, 'lookup').mockImplementation(((_host: string, _options: object, reply: Reply) =>
      setImmediate(() =>
        reply(
          null,
          addresses.map(address => ({ address, family: 4 })),
        ),
      )) as never)
  }
  type Reply = (error: null, addresses: unknown[]) => void

  test('is looked up as the system does, in /etc/hosts too, and each of its addresses is tried', async () => {
    const { host, lines } = await serveMail()
    know('127.0.0.2', '127.0.0.1')
    await createSmtpSender({ config }, `smtp://mail.lan:${host.split(':')[1]}`).verify()
    expect(lines[0]).toMatch(/^EHLO/)
  })

  test('is told with the addresses that were tried', async () => {
    know('127.0.0.2', '127.0.0.3')
    const { error } = await explained(createSmtpSender({ config }, 'smtp://mail.lan:1').verify())
    expect(error).toMatch(/at mail\.example\.org:25 \(127\.0\.0\.2, 127\.0\.0\.3\), .*: ECONNREFUSED$/)
  })
})

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
