import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

/* Loaded into a server: the push service's name resolves as usual, but connections to it go to the port PUSH_PORT. */

const { lookup } = dns
const found = [{ address: '151.101.2.3', family: 4 }]
dns.lookup = Object.assign(
  (
    host: string,
    options: dns.LookupAllOptions,
    reply: (error: null, addresses: dns.LookupAddress[]) => void,
  ) =>
    host === 'fcm.googleapis.com' ? setImmediate(reply, null, found) : lookup(host, options, reply as never),
  lookup,
) as unknown as typeof lookup

const { connect } = net.Socket.prototype
net.Socket.prototype.connect = function (this: net.Socket, ...args: unknown[]) {
  const [options] = [args[0]].flat() as { host?: string; port?: number; lookup?: unknown }[]
  if (options?.port === 443)
    Object.assign(options, { host: '127.0.0.1', port: Number(process.env.PUSH_PORT), lookup: undefined })
  return connect.apply(this, args as never)
} as typeof connect
syncBuiltinESMExports()
