import { type LookupAddress, lookup } from 'node:dns'
import type { RequestOptions as HttpOptions, IncomingMessage } from 'node:http'
import type { Agent } from 'node:https'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'
import { ReadableStream } from 'node:stream/web'

export type Resolve = (
  host: string,
  reply: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** How names are resolved and connections are made. Tests pass their own. */
export type Network = { resolve?: Resolve; agent?: Agent }

type PublicOptions = Pick<HttpOptions, 'method' | 'headers'> & {
  signal: AbortSignal
  body?: string | Buffer | null
  /** Allows private addresses. Only for URLs from the configuration. */
  allowPrivateAddresses?: boolean
  network?: Network
}

/**
 * Sends a request to an untrusted URL. It follows no redirects and, unless `allowPrivateAddresses`, never connects to
 * this machine or a private network, no matter what a name resolves to. The caller must destroy the response.
 */
export async function requestPublic(
  url: URL,
  {
    body,
    allowPrivateAddresses = false,
    network: { resolve = resolveHost, agent } = {},
    ...options
  }: PublicOptions,
): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  // An IP address needs no lookup, so it is checked here.
  if (!allowPrivateAddresses && isIP(host) !== 0 && isPrivate(host)) throw new PrivateAddress()
  // Connects to exactly the address that was checked: a second lookup could return another one. Connections are never
  // shared with requests that weren't checked.
  const guard = allowPrivateAddresses
    ? {}
    : { lookup: publicLookup(resolve), agent: agent ?? (false as const) }
  // Importing node:http loads all of Node's HTTP clients, ten megabytes, so it is delayed until the first request.
  const { request } = await (url.protocol === 'https:' ? import('node:https') : import('node:http'))
  return new Promise((done, fail) => {
    request(url, { ...options, ...guard }, done)
      .on('error', fail)
      .end(body ?? undefined)
  })
}

/** The part of `fetch` that services use for their requests. */
export type Fetch = (
  url: URL,
  init: RequestInit & { headers: Headers; signal: AbortSignal },
) => Promise<Response>

type Body = ConstructorParameters<typeof Response>[0]

/** A `fetch` for text bodies (JSON) to a URL that a user entered. */
export const publicFetch =
  (network?: Network): Fetch =>
  async (url, { method = 'GET', headers, body, signal }) => {
    if (body !== undefined && typeof body !== 'string') throw new TypeError('only text is sent')
    const options = { method, headers: Object.fromEntries(headers), signal, network }
    const reply = await requestPublic(url, { ...options, ...(body !== undefined && { body }) }).catch(
      error => {
        signal.throwIfAborted()
        throw error
      },
    )
    const { statusCode: status = 0 } = reply
    const hasBody = ![204, 205, 304].includes(status)
    if (!hasBody) reply.destroy()
    return new Response(hasBody ? (ReadableStream.from(chunksOf(reply, signal)) as unknown as Body) : null, {
      status,
      headers: Object.entries(reply.headers).map(([name, value]): [string, string] => [name, String(value)]),
    })
  }

async function* chunksOf(reply: IncomingMessage, signal: AbortSignal): AsyncGenerator<Buffer> {
  try {
    yield* reply as AsyncIterable<Buffer>
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    reply.destroy()
  }
}

/** The address is on this machine, in a private network, or in a reserved range. */
export class PrivateAddress extends Error {
  override name = 'PrivateAddress'
  override message = 'the address is on a private network'
}

const publicLookup =
  (resolve: Resolve): LookupFunction =>
  (host, options, reply) => {
    resolve(host, (error, addresses) => {
      const [first] = addresses
      if (error) reply(error, '')
      else if (!first || addresses.some(({ address }) => isPrivate(address))) reply(new PrivateAddress(), '')
      else if (options.all) reply(null, addresses)
      else reply(null, first.address, first.family)
    })
  }

const resolveHost: Resolve = (host, reply) =>
  lookup(host, { all: true }, (error, addresses) => reply(error, addresses ?? []))

/** Whether an address is on this machine, in a private network, or in a reserved range. */
export function isPrivate(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return true
  if (!isIPv6(address)) return reservedRanges.check(address, 'ipv4')
  // All IPv6 addresses outside 2000::/3 are special, including most of those that contain IPv4 addresses.
  return !globalUnicast.check(address, 'ipv6') || reservedRanges.check(address, 'ipv6')
}

const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

// From IANA's registries of special-purpose addresses.
const reservedRanges = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  reservedRanges.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  reservedRanges.addSubnet(network, prefix, 'ipv6')
