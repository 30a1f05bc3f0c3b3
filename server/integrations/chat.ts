import { chatNames, type Webhook } from '#contract/webhooks.ts'
import { type ChatLine, formats } from './chat-formats.ts'
import { type Network, publicFetch } from './public-request.ts'
import { createService, type Service } from './service.ts'
import { ServiceError } from './service-error.ts'
import { readWebhookAddress } from './webhook-address.ts'

export type Chat = ReturnType<typeof createChat>

type ChatOptions = {
  /** Allowed hosts besides those of the known services. */
  extraHosts: readonly string[]
  userAgent: string
  network?: Network
  timeLimit?: number
  now?: () => number
}

/** Posts lines to the webhooks of chat services. Calls throw only ServiceError, which never contains the URL. */
export function createChat({ extraHosts, userAgent, network, timeLimit, now }: ChatOptions) {
  // One service per webhook, because the circuit breaker must not hold up those of other campuses at the same host.
  const services = new Map<string, Service>()
  const serviceAt = (url: string, name: string) => {
    const { origin } = new URL(url)
    const service =
      services.get(url) ??
      createService({
        name,
        url: origin,
        authorize: ({ headers }) => headers.set('user-agent', userAgent),
        maxBytes: 64 * 1024,
        fetch: publicFetch(network),
        now,
        ...(timeLimit !== undefined && { timeLimit }),
      })
    services.set(url, service)
    return service
  }

  async function post(webhook: Webhook, line: ChatLine): Promise<void> {
    // Check again: the host may have been removed from the allowed ones since the webhook was saved.
    const checked = readWebhookAddress(webhook, extraHosts)
    if ('problem' in checked) throw rejected(checked.problem)
    const { host, pathname, search } = new URL(checked.url)
    const name = extraHosts.includes(host) ? host : chatNames[webhook.kind]
    const body = formats[webhook.kind](line)
    const response = await serviceAt(checked.url, name)
      .postForText(pathname + search, body, { absent: [404, 410] }, readResponse)
      .catch(error => {
        throw error instanceof ServiceError && error.failure === 'key refused'
          ? rejected(`${name} rejected this webhook. Create a new one there, and paste its address here.`)
          : error
      })
    if (response === null)
      throw rejected(`${name} doesn’t know this webhook. Create a new one there, and paste its address here.`)
  }

  return {
    post,
    readAddress: (webhook: Webhook) => readWebhookAddress(webhook, extraHosts),
    extraHosts,
  }
}

const rejected = (message: string) => new ServiceError('rejected', 400, message)

/**
 * Rejects bodies that contradict the success status: an HTML page comes from a proxy or the like, and Teams reports
 * some failures with a success status.
 */
function readResponse(text: string): string {
  if (/^\s*<|^\s*webhook message delivery failed/i.test(text)) throw new SyntaxError('not delivered')
  return text
}
