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
