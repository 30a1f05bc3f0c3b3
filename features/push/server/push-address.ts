import { isOneOf } from '#kit/server/outbound/known-hosts.ts'

/** The hosts of the known push services, for `isOneOf`. */
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
  if (!extraHosts.includes(hostname) && !isOneOf(hostname, hosts)) return null
  address.hash = ''
  return { url: address.href, host: hostname }
}
