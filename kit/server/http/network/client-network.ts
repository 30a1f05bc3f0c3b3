import { isIPv6 } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Keeps the address that each request came from, because a socket forgets it when its client disconnects. */
export function keepClientAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async request => {
    // A server that listens on IPv6 gets IPv4 addresses as ::ffff:192.0.2.7.
    const address = (request.ip ?? 'hung up').replace(/^::ffff:(?=\d+\.)/i, '')
    Object.defineProperty(request, 'ip', { value: withoutPort(address) })
  })
}

// Some proxies, such as Azure's, add the port of their client, which is different for each connection.
const withoutPort = (address: string): string =>
  address.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1').replace(/^\[([^\]]+)\](:\d+)?$/, '$1')

/**
 * The network that a request comes from, as rate limits count it: an IPv4
 * address itself (even if written as ::ffff:…), or the first 64 bits of an
 * IPv6 address, because one household or machine can choose all the others.
 */
export function clientNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  const [bare = ''] = address.split('%')
  return isIPv6(bare) ? `${firstGroups(bare).join(':')}::/64` : address
}

// A URL has only one spelling of an IPv6 address, with the longest run of zeros as `::`.
function firstGroups(address: string): string[] {
  const text = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [before = '', after] = text.split('::')
  const left = before === '' ? [] : before.split(':')
  const right = after ? after.split(':') : []
  const zeros = after === undefined ? 0 : 8 - left.length - right.length
  return [...left, ...Array<string>(zeros).fill('0'), ...right].slice(0, 4)
}
