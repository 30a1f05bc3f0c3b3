import { isIP, isIPv4 } from 'node:net'
import * as z from 'zod/mini'

/** The trusted proxies: either how many there are, or a list of their addresses. */
export const proxies = z.pipe(
  z
    .string()
    .check(
      z.refine(
        text => /^\d{1,2}$/.test(text) || addressesIn(text).every(isNetwork),
        'must be a number of proxies, or their addresses, separated by commas, such as 10.0.0.0/8',
      ),
    ),
  z.transform(text => (/^\d+$/.test(text) ? Number(text) : addressesIn(text))),
)

const addressesIn = (text: string) => text.split(',').map(address => address.trim())

/** Whether the text is an IP address or a network, with a prefix length or (IPv4 only) a netmask. */
function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  if (prefix === undefined || (version === 4 && isIPv4(prefix))) return true
  return /^\d{1,3}$/.test(prefix) && Number(prefix) > 0 && Number(prefix) <= (version === 4 ? 32 : 128)
}
