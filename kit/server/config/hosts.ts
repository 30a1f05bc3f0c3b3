import { networkInterfaces } from 'node:os'
import * as z from 'zod/mini'

const listOfHosts = (pattern: RegExp, error: string) =>
  z.pipe(
    z.pipe(
      z.string().check(z.toLowerCase()),
      z.transform(text => text.split(',').map(host => host.trim().replace(/:443$/, ''))),
    ),
    z.array(z.string().check(z.regex(pattern, error))),
  )
/** Names of hosts, each with a port if it isn't the usual one. */
export const hostList = listOfHosts(
  /^([a-z0-9-]+\.)+[a-z][a-z0-9-]*(:\d{1,5})?$/,
  'must be names of hosts, separated by commas, such as chat.example.org',
)
/** Names of hosts, all on port 443. */
export const pushHostList = listOfHosts(
  /^([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/,
  'must be names of hosts without a port, separated by commas, such as push.example.org',
)

/** An address to listen on; IPv6 may be in brackets, as in a URL. */
export const listenHost = z.string().check(z.overwrite(text => text.replace(/^\[(.+)\]$/, '$1')))

/** Where to listen by default: at every address (`::` has IPv4, too), or on this machine, by what the machine has. */
export function defaultHosts(interfaces = ownInterfaces()) {
  const addresses = Object.values(interfaces).flatMap((list = []) => list)
  const local = addresses.filter(({ internal }) => internal).map(({ family }) => family)
  return {
    everywhere: addresses.some(({ family }) => family === 'IPv6') ? '::' : '0.0.0.0',
    loopback: local.includes('IPv6') && !local.includes('IPv4') ? '::1' : '127.0.0.1',
  }
}

function ownInterfaces(): ReturnType<typeof networkInterfaces> {
  try {
    return networkInterfaces()
  } catch {
    // A sandbox that lets no one ask.
    return {}
  }
}
