/** The hosts of the known push services. A leading dot stands for one or more labels. */
const hosts = ['fcm.googleapis.com', '.push.services.mozilla.com', '.push.apple.com', '.notify.windows.com']

/**
 * The normalized address of a browser's endpoint; null unless it is https, on port 443, at a known push service or at
 * one of the `extraHosts`, which are exact names.
 */
export function readPushAddress(
  endpoint: string,
  extraHosts: readonly string[],
): { url: string; host: string } | null {
  const address = URL.parse(endpoint)
  if (address?.protocol !== 'https:' || address.port !== '' || address.username || address.password)
    return null
  const { hostname } = address
  if (!extraHosts.includes(hostname) && !hosts.some(host => belongsTo(hostname, host))) return null
  address.hash = ''
  return { url: address.href, host: hostname }
}

function belongsTo(hostname: string, host: string): boolean {
  if (!host.startsWith('.')) return hostname === host
  return hostname.endsWith(host) && /^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(hostname.slice(0, -host.length))
}
