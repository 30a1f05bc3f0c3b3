import { type LookupAddress, lookup } from 'node:dns'
import { get as getHttp, type IncomingMessage } from 'node:http'
import { get as getHttps } from 'node:https'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'

type PublicGet = {
  signal: AbortSignal
  accept: string
  userAgent?: string | undefined
  /** Also on this machine and its networks: for services whose address the operator has configured. */
  mayBeAnywhere?: boolean | undefined
  resolve?: Resolve | undefined
}
export type Resolve = (
  host: string,
  answer: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** An address names this machine, its networks, or nobody in particular: it was never connected to. */
export class PrivateAddress extends Error {}

/**
 * The response of an address that came from outside, its body unread; the caller destroys it. No redirect is followed, and
 * unless `mayBeAnywhere`, no connection is made to this machine or its own networks, whatever a name resolves to.
 */
export async function getPublic(
  url: URL,
  { signal, accept, userAgent, mayBeAnywhere = false, resolve = resolveHost }: PublicGet,
): Promise<IncomingMessage> {
  // Nobody looks up a host that is an address already.
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!mayBeAnywhere && isIP(host) && isPrivate(host)) throw privateAddress()
  return new Promise<IncomingMessage>((done, fail) => {
    const get = url.protocol === 'https:' ? getHttps : getHttp
    // The address that is checked is the one that is connected to: between two lookups a name could change.
    const guard = mayBeAnywhere ? {} : { lookup: publicLookup(resolve) }
    const headers = { accept, ...(userAgent && { 'user-agent': userAgent }) }
    get(url, { signal, ...guard, headers }, done).on('error', fail)
  })
}

const privateAddress = () => new PrivateAddress('the address is on a network of our own')

const publicLookup =
  (resolve: Resolve): LookupFunction =>
  (host, options, answer) => {
    resolve(host, (error, addresses) => {
      const [first] = addresses
      if (error) answer(error, '')
      else if (!first || addresses.some(({ address }) => isPrivate(address))) answer(privateAddress(), '')
      else if (options.all) answer(null, addresses)
      else answer(null, first.address, first.family)
    })
  }

const resolveHost: Resolve = (host, answer) =>
  lookup(host, { all: true }, (error, addresses) => answer(error, addresses ?? []))

/** Whether an address belongs to this machine, its networks, or to nobody in particular. */
export function isPrivate(address: string): boolean {
  return ownNetworks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

const ownNetworks = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  ownNetworks.addSubnet(network, prefix, 'ipv4')
// Besides the networks of IPv6 itself the ways in which it wraps the addresses above.
for (const [network, prefix] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  ownNetworks.addSubnet(network, prefix, 'ipv6')
