import { type ChatKind, chatNames, type Webhook } from '#contract/webhooks.ts'

/** The hosts of each service; one that begins with a dot stands for every host below it. */
const hosts: Record<ChatKind, string[]> = {
  slack: ['hooks.slack.com'],
  teams: ['.webhook.office.com', '.logic.azure.com', '.api.powerplatform.com'],
  discord: ['discord.com', 'discordapp.com'],
}

/**
 * The address of a webhook in its one spelling, or what is wrong with it. `extraHosts` are exact, with a port where it
 * isn't 443, and may speak the format of any service.
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
      : `This is no address of ${chatNames[kind]}. Other hosts are allowed by CHAT_WEBHOOK_HOSTS.`
    return { problem }
  }
  if (address.pathname === '/' || /…|%E2%80%A6/i.test(address.href))
    return { problem: 'Part of the address is missing. Copy it again from the service.' }
  address.hash = ''
  return { url: address.href }
}

function belongsTo(kind: ChatKind, { hostname, port }: URL): boolean {
  if (port !== '') return false
  return hosts[kind].some(host =>
    host.startsWith('.')
      ? hostname.endsWith(host) && /^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(hostname.slice(0, -host.length))
      : hostname === host,
  )
}

/** What is shown of an address that is saved: its host, and where it is long enough its last characters. */
export function shownAddress(url: string): string {
  const { origin, pathname, search } = new URL(url)
  const rest = pathname + search
  return `${origin}/…${rest.length >= 24 ? rest.slice(-4) : ''}`
}
