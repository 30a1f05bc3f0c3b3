import type { LookupAddress } from 'node:dns'
import { Agent, type AgentOptions, type RequestOptions } from 'node:https'
import { type Duplex, PassThrough } from 'node:stream'
import { connect } from 'node:tls'
import type { Resolve } from '#kit/server/outbound/public-request.ts'
import { fakeCertificate } from './fake-certificate.ts'

/** A public IP address, to which all host names resolve by default. */
const publicAddress = '151.101.2.3'

/**
 * A network in which names resolve to `addresses`, which the client checks as usual. A connection to any address that
 * passes the check goes to the fake service.
 */
export function fakeHosts({ url }: { url: string }, options: AgentOptions) {
  const addresses = new Map<string, string[]>()
  const lookups: string[] = []
  const connections: string[] = []
  const resolve: Resolve = (host, reply) => {
    lookups.push(host)
    const found = addresses.get(host) ?? [publicAddress]
    reply(
      null,
      found.map(address => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
  return {
    /** The addresses that each name resolves to, if not to the public one. */
    addresses,
    lookups,
    /** The addresses that were connected to. */
    connections,
    network: { resolve, agent: new LeadingHere(Number(new URL(url).port), connections, options) },
  }
}

/** Looks up names like Node's own agent, but then connects to the fake instead of the address found. */
class LeadingHere extends Agent {
  readonly #port: number
  readonly #connections: string[]

  constructor(port: number, connections: string[], options: AgentOptions) {
    super(options)
    this.#port = port
    this.#connections = connections
  }

  override createConnection(options: RequestOptions, connected: Connected = () => undefined): undefined {
    const { host = '', lookup } = options
    lookup?.(String(host), { all: true }, (error, found) => {
      if (error) return connected(error, new PassThrough())
      this.#connections.push(...(found as LookupAddress[]).map(({ address }) => address))
      const at = { host: '127.0.0.1', port: this.#port, servername: String(host) }
      connected(null, connect({ ...at, ca: fakeCertificate.cert }))
    })
  }
}

type Connected = (error: Error | null, stream: Duplex) => void
