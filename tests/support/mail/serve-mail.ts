import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer, type SecureVersion, TLSSocket } from 'node:tls'
import { onTestFinished } from 'vitest'
import { sendTestEmail } from '#features/mail/contract.ts'
import { fakeCertificate } from '#tests/support/services/fake-certificate.ts'
import { startApp } from '#tests/support/start-app.ts'

/**
 * A mail server that is content with everything, but says `replies` to these commands and to the 'content' of a mail. %s is
 * all that it has heard so far. On STARTTLS it upgrades to its own certificate.
 */
export async function serveMail(
  replies: Record<string, string> = {},
  { tls = false, closesAfter = '', maxVersion = 'TLSv1.3' as SecureVersion } = {},
) {
  const lines: string[] = []
  const talk = (socket: Socket) => {
    let isContent = false
    socket.on('error', () => undefined)
    socket.on('data', data => {
      const line = String(data).trim()
      lines.push(line)
      if (isContent && !/(^|\n)\.$/.test(line)) return
      const step = Object.keys(replies).find(step => (isContent ? 'content' : line).startsWith(step)) ?? ''
      const reply = replies[step] ?? (line === 'DATA' ? '354 go ahead' : '250 ok')
      isContent = reply.startsWith('354')
      if (reply !== '') socket.write(`${reply.replace('%s', lines.join(' '))}\r\n`)
      if (closesAfter !== '' && line.startsWith(closesAfter)) socket.destroySoon()
      if (line !== 'STARTTLS' || !reply.startsWith('220')) return
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

/** What is answered about a test mail that wasn't sent, with what the audit log then says. */
export async function testMail(smtpUrl: string) {
  const app = await startApp({ SMTP_URL: smtpUrl })
  const root = app.as(await app.superUser())
  const { status, error } = await root.call(sendTestEmail, {
    body: { email: 'mia@example.org', firstName: 'Mia' },
  })
  const told = error as unknown as { message: string; error: string; instruction: string }
  return { status, ...told, audited: await app.audited() }
}
