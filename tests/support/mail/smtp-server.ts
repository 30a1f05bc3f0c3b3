import { once } from 'node:events'
import type { Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { restartableServer } from '#tests/support/processes/restartable-server.ts'

/** How the server handles mails: it accepts them, or fails like real servers do. */
export type SmtpMode =
  | 'accept'
  | 'refuse connections'
  | 'never greet'
  | '451'
  | '550'
  | 'reset after the dot'
  | 'silent after the dot'

type SmtpMail = {
  from: string
  recipients: string[]
  messageId: string
  source: string
  readable: string
}

/**
 * A real local SMTP server that keeps the mails it receives and fails on demand, until the tests of the file end. It accepts any
 * credentials.
 */
export async function startSmtpServer() {
  const received: SmtpMail[] = []
  const sockets = new Set<Socket>()
  let mode: SmtpMode = 'accept'
  const createServer = () => {
    const server = new SMTPServer({
      authOptional: true,
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      onAuth: (_auth, _session, reply) => reply(null, { user: 'somebody' }),
      disableReverseLookup: true,
      onConnect: (_session, greet) => mode !== 'never greet' && greet(),
      onRcptTo: (_address, _session, reply) => reply(refusalIn(mode)),
      onData: (stream, { envelope }, reply) => {
        const chunks: Buffer[] = []
        // A mail that is interrupted by a disconnect does not count.
        stream.on('error', () => undefined)
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          const from = envelope.mailFrom ? envelope.mailFrom.address : ''
          const recipients = envelope.rcptTo.map(recipient => recipient.address)
          received.push({ from, recipients, ...readSource(Buffer.concat(chunks).toString('utf8')) })
          if (mode === 'reset after the dot') for (const socket of sockets) socket.resetAndDestroy()
          else if (mode !== 'silent after the dot') reply()
        })
      },
    })
    server.on('error', () => undefined)
    server.server.on('connection', (socket: Socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    })
    return server
  }
  const restartable = await restartableServer(async port => {
    const smtp = createServer()
    smtp.listen(port, '127.0.0.1')
    await once(smtp.server, 'listening')
    return {
      close: async () => {
        const closed = new Promise<void>(resolve => smtp.close(resolve))
        for (const socket of sockets) socket.destroy()
        await closed
      },
    }
  })
  return {
    url: `smtp://127.0.0.1:${restartable.port}`,
    received,
    setMode: (next: SmtpMode) => {
      mode = next
      return mode === 'refuse connections' ? restartable.stop() : restartable.restart()
    },
  }
}

function refusalIn(mode: SmtpMode): Error | null {
  if (mode === '451') return Object.assign(new Error('Try again later'), { responseCode: 451 })
  if (mode === '550') return Object.assign(new Error('No such mailbox'), { responseCode: 550 })
  return null
}

function readSource(source: string) {
  const joined = source.replaceAll(/=\r\n/g, '')
  const readable = joined.replaceAll(/(=[0-9A-F]{2})+/g, bytes =>
    Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'),
  )
  return { source, readable, messageId: /^Message-ID: (.*)\r$/im.exec(source)?.[1] ?? '' }
}
