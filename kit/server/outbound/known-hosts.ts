/** Whether a host is one of these. A leading dot stands for one or more labels, that is for all subdomains. */
export const isOneOf = (hostname: string, hosts: readonly string[]): boolean =>
  hosts.some(host =>
    host.startsWith('.')
      ? hostname.endsWith(host) && /^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(hostname.slice(0, -host.length))
      : hostname === host,
  )
