import { type Network, publicFetch } from '#kit/server/outbound/public-request.ts'
import { createService, type Service } from '#kit/server/outbound/service.ts'
import { ServiceError } from '#kit/server/outbound/service-error.ts'
import { chatNames, type Webhook } from '../contract.ts'
import { type ChatLine, formats } from './chat-formats.ts'
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
    const refusal = (status: number, text: string) =>
      explainRefusal(name, status, reasonIn(text, checked.url))
    await serviceAt(checked.url, name).postForText(pathname + search, body, { refusal }, readResponse)
  }

  return {
    post,
    readAddress: (webhook: Webhook) => readWebhookAddress(webhook, extraHosts),
  }
}

const renew = 'Create a new one there, and paste its address here.'
const isRestricted =
  'Posting is restricted there: ask its administrator, or make a webhook for another channel.'

/** What to do about what the services say. */
const advice: Record<string, string> = {
  channel_is_archived: 'The channel is archived: bring it back, or make a webhook for another one.',
  action_prohibited: isRestricted,
  posting_to_general_channel_denied: isRestricted,
  WorkflowTriggerIsNotEnabled: 'The workflow is switched off: turn it on there.',
  DirectApiAuthorizationRequired: 'The trigger of the workflow must allow anyone who has the address.',
  220001: 'The channel is a forum: make a webhook for a text channel.',
}

function explainRefusal(name: string, status: number, reason: string): ServiceError | null {
  const said = reason && ` (${reason})`
  const known = Object.hasOwn(advice, reason) && advice[reason]
  if (known) return rejected(`${name} rejected the post${said}. ${known}`)
  if (status === 401 || status === 403) return rejected(`${name} rejected this webhook${said}. ${renew}`)
  if (status === 404 || status === 410) return rejected(`${name} doesn’t know this webhook${said}. ${renew}`)
  if (status === 400 || status === 422) return rejected(`${name} could not make sense of the request${said}.`)
  return null
}

/** The word of Slack, or the code of Teams or Discord; empty if there is none, or if it may be a part of the address. */
function reasonIn(text: string, url: string): string {
  let word: unknown = text.trim()
  try {
    const { error, code } = JSON.parse(text) ?? {}
    word = error?.code ?? code ?? error
  } catch {
    // Slack's words are no JSON.
  }
  const reason = String(word ?? '')
  return /^\w{2,64}$/.test(reason) && !url.includes(reason) ? reason : ''
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
