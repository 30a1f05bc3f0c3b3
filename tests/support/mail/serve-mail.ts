import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer, type SecureVersion, TLSSocket } from 'node:tls'
import { onTestFinished } from 'vitest'
import { sendTestEmail } from '#features/mail/contract.ts'
import { fakeCertificate } from '#tests/support/services/fake-certificate.ts'
import { startApp } from '#tests/support/start-app.ts'

/** A mail server that responds to each line as told, and upgrades to its own certificate on STARTTLS. */
export async function serveMail(
  replyTo: (line: string) => string,
  { tls = false, closesAfter = '', maxVersion = 'TLSv1.3' as SecureVersion } = {},
) {
  const lines: string[] = []
  const talk = (socket: Socket) => {
    socket.on('error', () => undefined)
    socket.on('data', data => {
      const line = String(data).trim()
      lines.push(line)
      socket.write(`${replyTo(line)}\r\n`)
      if (closesAfter !== '' && line.startsWith(closesAfter)) socket.destroySoon()
      if (line !== 'STARTTLS') return
      socket.removeAllListeners('data')
      talk(new TLSSocket(socket, { isServer: true, ...fakeCertificate }))
    })
  }
  const greet = (socket: Socket) => {
    talk(socket)
    socket.write('220 mail.example.org\r\n')
  }
  const old = maxVersion === 'TLSv1.3' ? {} : { minVersion: 'TLSv1' as const, ciphers: 'DEFAULT@SECLEVEL=0' }
  const options = { ...fakeCertificate, ...old, maxVersion }
  const server = tls ? createTlsServer(options, greet) : createServer(greet)
  server.on('tlsClientError', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, lines }
}

/** What an administrator reads about a test mail that wasn't sent. */
export async function testMail(smtpUrl: string) {
  const app = await startApp({ SMTP_URL: smtpUrl })
  const root = app.as(await app.superUser())
  const { error } = await root.call(sendTestEmail, { body: { email: 'mia@example.org', firstName: 'Mia' } })
  return error as unknown as { error: string; instruction: string }
}
