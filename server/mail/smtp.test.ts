import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createSmtpSender } from './smtp.ts'

/** A mail server whose first response never ends. */
async function startEndlessServer(): Promise<string> {
  const server = createServer(socket => {
    let words: NodeJS.Timeout | undefined
    socket.write('220 endless\r\n')
    socket.on('error', () => undefined)
    socket.once('data', () => {
      words = setInterval(() => socket.write('250-and\r\n'), 20)
    })
    socket.on('close', () => clearInterval(words))
    afterAll(() => socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => server.close())
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a mail server whose response never ends is abandoned at the time limit, because other mails wait [D-10]', async () => {
  const sender = createSmtpSender({ config: readConfig({}) }, await startEndlessServer(), 500)
  const mail = {
    to: { name: 'Ana', address: 'ana@example.org' },
    subject: 'Lunch',
    text: 'Lunch',
    html: '<p>Lunch</p>',
    messageId: '<1@example.org>',
    headers: {},
    link: null,
  }
  await expect(sender.send(mail)).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  await expect(sender.verify()).rejects.toMatchObject({ code: 'ETIMEDOUT' })
})
