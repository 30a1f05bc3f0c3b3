import { type LookupAddress, lookup } from 'node:dns'
import { get as getHttp, type IncomingMessage } from 'node:http'
import { get as getHttps } from 'node:https'
import { BlockList, isIPv6, type LookupFunction } from 'node:net'

type PhotoOptions = {
  signal: AbortSignal
  maxBytes: number
  mayBeAnywhere: boolean
  resolve?: Resolve | undefined
}
export type Resolve = (
  host: string,
  answer: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * The bytes at an address that came from outside; throws where they can't be had. No redirect is followed, and unless
 * `mayBeAnywhere`, no connection is made to this machine or its own networks, whatever a name resolves to.
 */
export async function fetchPhoto(
  url: URL,
  { signal, maxBytes, mayBeAnywhere, resolve = resolveHost }: PhotoOptions,
): Promise<Buffer> {
  const answer = await new Promise<IncomingMessage>((done, fail) => {
    const get = url.protocol === 'https:' ? getHttps : getHttp
    // The address that is checked is the one that is connected to: between two lookups a name could change.
    const guard = mayBeAnywhere ? {} : { lookup: publicLookup(resolve) }
    get(url, { signal, ...guard, headers: { accept: 'image/*' } }, done).on('error', fail)
  })
  try {
    if (answer.statusCode !== 200) throw new Error(`the photo's server answers ${answer.statusCode}`)
    return await readBody(answer, maxBytes)
  } finally {
    answer.destroy()
  }
}

async function readBody(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.byteLength
    if (size > maxBytes) throw new Error('the photo is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const publicLookup =
  (resolve: Resolve): LookupFunction =>
  (host, options, answer) => {
    resolve(host, (error, addresses) => {
      const [first] = addresses
      if (error) answer(error, '')
      else if (!first || addresses.some(({ address }) => isPrivate(address)))
        answer(new Error('the photo is on a network of our own'), '')
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
