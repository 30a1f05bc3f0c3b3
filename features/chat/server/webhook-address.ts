import { isOneOf } from '#kit/server/outbound/known-hosts.ts'
import { type ChatKind, chatNames, type Webhook } from '../contract.ts'

/** The hosts of each service, for `isOneOf`. */
const hosts: Record<ChatKind, string[]> = {
  slack: ['hooks.slack.com'],
  teams: ['.webhook.office.com', '.logic.azure.com', '.api.powerplatform.com'],
  discord: ['discord.com', 'discordapp.com', 'ptb.discord.com', 'canary.discord.com'],
}

/** How the addresses of a service's webhooks begin, if it has other ones that are taken for them. */
const paths: Partial<Record<ChatKind, { begins: RegExp; problem: string }>> = {
  slack: {
    begins: /^\/services\/./,
    problem:
      'This is not the address of an incoming webhook, which begins with https://hooks.slack.com/services/. Posts to a workflow aren’t possible: make an incoming webhook.',
  },
  discord: {
    begins: /^\/api\/(v\d+\/)?webhooks\/\d+\/[^/]+\/?$/,
    problem:
      'This is not the address of a webhook, which looks like https://discord.com/api/webhooks/… Copy it under Integrations → Webhooks in the channel’s settings.',
  },
}

/**
 * The normalized URL of a webhook, or the problem with it. `extraHosts` are exact host names, with a port unless it
 * is 443, and are allowed for all services.
 */
export function readWebhookAddress(
  { kind, url }: Webhook,
  extraHosts: readonly string[],
): { url: string } | { problem: string } {
  const address = URL.parse(url)
  if (address?.protocol !== 'https:')
    return { problem: 'Paste the whole address, as the service shows it: it begins with https://' }
  if (address.username || address.password)
    return { problem: 'The address must not contain a user name or a password' }
  if (!belongsTo(kind, address) && !extraHosts.includes(address.host)) {
    const owner = (Object.keys(hosts) as ChatKind[]).find(other => belongsTo(other, address))
    const problem = owner
      ? `This is an address of ${chatNames[owner]}, not of ${chatNames[kind]}`
      : `This is not an address of ${chatNames[kind]}. Other hosts can be allowed with CHAT_WEBHOOK_HOSTS.`
    return { problem }
  }
  if (address.pathname === '/' || /…|%E2%80%A6/i.test(address.href))
    return { problem: 'Part of the address is missing. Copy it again from the service.' }
  const path = belongsTo(kind, address) ? paths[kind] : undefined
  if (path && !path.begins.test(address.pathname)) return { problem: path.problem }
  address.hash = ''
  return { url: address.href }
}

function belongsTo(kind: ChatKind, { hostname, port }: URL): boolean {
  if (port !== '') return false
  return isOneOf(hostname, hosts[kind])
}

/** The visible part of a saved URL: its host and, if it is long enough, its last four characters. */
export function shownAddress(url: string): string {
  const { origin, pathname, search } = new URL(url)
  const rest = pathname + search
  return `${origin}/…${rest.length >= 24 ? rest.slice(-4) : ''}`
}
