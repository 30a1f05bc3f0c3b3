import { type Chat, createChat } from '#features/chat/server/chat.ts'
import { fakeCertificate } from './fake-certificate.ts'
import { fakeHosts } from './fake-hosts.ts'
import { type FakeReply, type FakeRequest, startFakeService } from './fake-service.ts'

/** A local fake of Slack, Teams and Discord, over HTTPS. */
export async function startFakeChat(extraHosts: string[] = []) {
  const fake = await startFakeService(replyAsChat, fakeCertificate)
  const { network, ...hosts } = fakeHosts(fake, { keepAlive: false })
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
    ...hosts,
    network,
    /** The posts that arrived since the last call: host, path, text and body. */
    posts: () =>
      fake.requests
        .splice(0)
        // A request without a body came while the service did not read requests.
        .filter(({ body }) => body !== '')
        .map(({ host, path, body }) => ({
          host,
          path,
          text: textOf(JSON.parse(body)),
          body: JSON.parse(body) as Record<string, unknown>,
        })),
  }
}

function replyAsChat({ host }: FakeRequest): FakeReply {
  if (host === 'hooks.slack.com') return { bytes: Buffer.from('ok'), type: 'text/html' }
  return host.startsWith('discord') ? 'no content' : { bytes: Buffer.from(''), type: 'text/plain' }
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
