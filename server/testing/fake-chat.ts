import type { LookupAddress } from 'node:dns'
import { Agent, type RequestOptions } from 'node:https'
import { type Duplex, PassThrough } from 'node:stream'
import { connect } from 'node:tls'
import { type Chat, createChat } from '#server/integrations/chat.ts'
import type { Resolve } from '#server/integrations/public-request.ts'
import { chatCertificate } from './chat-certificate.ts'
import { type FakeReply, type FakeRequest, startFakeService } from './fake-service.ts'

/** A public IP address, to which all host names resolve by default. */
const publicAddress = '151.101.2.3'

/**
 * A local fake of Slack, Teams and Discord, over HTTPS. Their names resolve to `addresses`, which the client checks as
 * usual. A connection to any address that passes the check goes to the fake.
 */
export async function startFakeChat(extraHosts: string[] = []) {
  let replyTo: (request: FakeRequest) => FakeReply = replyAsChat
  const fake = await startFakeService(request => replyTo(request), chatCertificate)
  const addresses = new Map<string, string[]>()
  const lookups: string[] = []
  const connections: string[] = []
  const resolve: Resolve = (host, reply) => {
    lookups.push(host)
    const found = addresses.get(host) ?? [publicAddress]
    reply(
      null,
      found.map(address => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
  const network = { resolve, agent: new LeadingHere(Number(new URL(fake.url).port), connections) }
  const create = (options: { timeLimit?: number; now?: () => number } = {}) =>
    createChat({ extraHosts, userAgent: 'CommonTable/test', network, ...options })

  let current = create()
  const chat: Chat = { ...current, post: (...args) => current.post(...args) }

  return {
    ...fake,
    create,
    /** A client of the fake, for a server under test. */
    chat,
    /** Resets the client: it forgets earlier failures, and uses this time limit. */
    renew: (options: { timeLimit?: number } = {}) => {
      current = create(options)
    },
    /** The addresses that each name resolves to, if not to the public one. */
    addresses,
    lookups,
    /** The addresses that were connected to. */
    connections,
    network,
    reply: (next: (request: FakeRequest) => FakeReply = replyAsChat) => {
      replyTo = next
    },
    /** The posts that arrived since the last call: host, path, text and body. */
    posts: () =>
      fake.requests
        .splice(0)
        // A request without a body came while the service did not read requests.
        .filter(({ body }) => body !== '')
        .map(({ headers, path, body }) => ({
          host: headers.host ?? '',
          path,
          text: textOf(JSON.parse(body)),
          body: JSON.parse(body) as Record<string, unknown>,
        })),
  }
}

/** Looks up names like Node's own agent, but then connects to the fake instead of the address found. */
class LeadingHere extends Agent {
  readonly #port: number
  readonly #connections: string[]

  constructor(port: number, connections: string[]) {
    super({ keepAlive: false })
    this.#port = port
    this.#connections = connections
  }

  override createConnection(options: RequestOptions, connected: Connected = () => undefined): undefined {
    const { host = '', lookup } = options
    lookup?.(String(host), { all: true }, (error, found) => {
      if (error) return connected(error, new PassThrough())
      this.#connections.push(...(found as LookupAddress[]).map(({ address }) => address))
      const at = { host: '127.0.0.1', port: this.#port, servername: String(host) }
      connected(null, connect({ ...at, ca: chatCertificate.cert }))
    })
  }
}

type Connected = (error: Error | null, stream: Duplex) => void

function replyAsChat({ headers }: FakeRequest): FakeReply {
  if (headers.host === 'hooks.slack.com') return { bytes: Buffer.from('ok'), type: 'text/html' }
  return headers.host?.startsWith('discord') ? 'no content' : { bytes: Buffer.from(''), type: 'text/plain' }
}

type Inline = { text: string }
type Card = { body: [{ inlines: Inline[] }]; actions: [{ url: string }] }
type Posted = { content?: string; text?: string; attachments?: [{ content: Card }] }

/** The line as a reader sees it, with its link. */
function textOf({ content, text, attachments }: Posted): string {
  const [attachment] = attachments ?? []
  if (content !== undefined) return content.replaceAll(/\\([^0-9A-Za-z\s])/g, '$1')
  if (!attachment) return text ?? ''
  const { body, actions } = attachment.content
  return `${body[0].inlines.map(inline => inline.text).join('')} ${actions[0].url}`
}
