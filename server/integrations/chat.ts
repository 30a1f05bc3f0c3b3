import { chatNames, type Webhook } from '#contract/webhooks.ts'
import { type ChatLine, formats } from './chat-formats.ts'
import { type Network, publicFetch } from './public-request.ts'
import { createService, type Service, ServiceError } from './service.ts'
import { readWebhookAddress } from './webhook-address.ts'

export type Chat = ReturnType<typeof createChat>

type ChatOptions = {
  /** Hosts besides those of the services. */
  extraHosts: readonly string[]
  userAgent: string
  network?: Network
  timeLimit?: number
  now?: () => number
}

/** Posts lines to the webhooks of chat services. Every call throws ServiceError only, which never has the address. */
export function createChat({ extraHosts, userAgent, network, timeLimit, now }: ChatOptions) {
  // One for each host, so that a host in trouble is left alone, and only that one.
  const services = new Map<string, Service>()
  const serviceAt = (origin: string, name: string) => {
    const service =
      services.get(origin) ??
      createService({
        name,
        url: origin,
        authorize: ({ headers }) => headers.set('user-agent', userAgent),
        maxBytes: 64 * 1024,
        fetch: publicFetch(network),
        now,
        ...(timeLimit !== undefined && { timeLimit }),
      })
    services.set(origin, service)
    return service
  }

  async function post(webhook: Webhook, line: ChatLine): Promise<void> {
    // Checked again: the list of hosts may have become shorter since it was saved.
    const checked = readWebhookAddress(webhook, extraHosts)
    if ('problem' in checked) throw refused(checked.problem)
    const { origin, host, pathname, search } = new URL(checked.url)
    const name = extraHosts.includes(host) ? host : chatNames[webhook.kind]
    const body = formats[webhook.kind](line)
    const answer = await serviceAt(origin, name)
      .postForText(pathname + search, body, { absent: [404, 410] }, readAnswer)
      .catch(error => {
        throw error instanceof ServiceError && error.failure === 'key refused'
          ? refused(`${name} refuses this webhook. Make a new one there, and paste its address here.`)
          : error
      })
    if (answer === null)
      throw refused(`${name} knows no such webhook. Make a new one there, and paste its address here.`)
  }

  return {
    post,
    readAddress: (webhook: Webhook) => readWebhookAddress(webhook, extraHosts),
    extraHosts,
  }
}

const refused = (message: string) => new ServiceError('rejected', 400, message)

/** A success says next to nothing. A page comes from something in between, and Teams reports failures as successes. */
function readAnswer(text: string): string {
  if (/^\s*<|^\s*webhook message delivery failed/i.test(text)) throw new SyntaxError('not delivered')
  return text
}
