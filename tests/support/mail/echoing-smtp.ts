import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll } from 'vitest'

/**
 * A mail server that answers the sign-in with this code, and rejects all mails with a message that repeats its input.
 */
export async function startEchoingSmtpServer(atSignIn: string): Promise<string> {
  const server = createServer(socket => {
    let heard = ''
    socket.write('220 talkative\r\n')
    socket.on('error', () => undefined)
    socket.on('data', data => {
      const line = data.toString().trim()
      heard += ` ${line}`
      if (line.startsWith('EHLO')) socket.write('250-talkative\r\n250 AUTH PLAIN\r\n')
      else if (line.startsWith('AUTH')) socket.write(`${atSignIn} ${heard}\r\n`)
      else socket.write(`550 ${heard} lunch@example.org c@nary-word\r\n`)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.close()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}
