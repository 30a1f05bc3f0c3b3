/** How many connections to PostgreSQL a process holds at most, unless DATABASE_POOL or `?max=` says otherwise. */
export const defaultConnections = 12

/** With fewer connections, a process can't serve requests and make a backup or learn at once. */
export const neededConnections = 5

/** For a backup, a restore or learning. All others serve requests. */
export const reservedConnections = 1

/**
 * The address for the driver, which by default checks a server's certificate in all these modes, like
 * `verify-full`, but warns on the console about a later version that won't.
 */
export function driverUrl(databaseUrl: string): string {
  if (/[?&]uselibpqcompat=true(&|$)/.test(databaseUrl)) return databaseUrl
  return databaseUrl.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|#|$)/, '$1verify-full')
}

/** The number in `?max=`; null without one. */
export const maxOf = (databaseUrl: string): string | null => new URL(databaseUrl).searchParams.get('max')

/** What the driver and `maxOf` read of the parameters. */
const parameters =
  /^(host|port|user|password|max|ssl|ssl(mode|cert|key|rootcert|negotiation)|uselibpqcompat|options|(fallback_)?application_name|client_encoding|binary|(statement|lock|query|idle_in_transaction_session)_timeout)$/

export const unknownParameters = (databaseUrl: string): string[] =>
  [...new URL(databaseUrl).searchParams.keys()].filter(name => !parameters.test(name))
