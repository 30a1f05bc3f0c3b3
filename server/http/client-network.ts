import { isIPv6 } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Keeps the address that each request came from: a socket forgets it when its client hangs up. */
export function keepClientAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async request => {
    Object.defineProperty(request, 'ip', { value: withoutPort(request.ip ?? 'hung up') })
  })
}

// Some proxies, such as Azure's, say from which port their client came, which is another one for each connection.
const withoutPort = (address: string): string =>
  address.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1').replace(/^\[([^\]]+)\](:\d+)?$/, '$1')

/**
 * The network that a request comes from, as limits count it: an IPv4 address as it is (also where it comes as
 * ::ffff:…), of an IPv6 address the first 64 bits, since one household or machine has all the rest to choose from.
 */
export function clientNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  const [bare = ''] = address.split('%')
  return isIPv6(bare) ? `${firstGroups(bare).join(':')}::/64` : address
}

// A web address spells an IPv6 address in one way only, with the longest run of zeros as `::`.
function firstGroups(address: string): string[] {
  const text = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [before = '', after] = text.split('::')
  const left = before === '' ? [] : before.split(':')
  const right = after ? after.split(':') : []
  const zeros = after === undefined ? 0 : 8 - left.length - right.length
  return [...left, ...Array<string>(zeros).fill('0'), ...right].slice(0, 4)
}
