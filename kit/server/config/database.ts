import * as z from 'zod/mini'
import { defaultConnections, maxOf, neededConnections } from '#kit/server/database/connection/database-url.ts'
import { ConfigError } from './error.ts'

// With an unencoded password, its beginning can be mistaken for a port, so the message explains the encoding.
export const encodingHint = 'where %23 stands for #, %2F for / and %3F for ? in the password'

const poolSize = `a number of connections from ${neededConnections}, which a process needs, to 500`
const poolError = `must be ${poolSize}`
const connectionCount = z.pipe(
  z.string().check(z.regex(/^\d{1,3}$/, poolError)),
  z.pipe(
    z.transform(Number),
    z.int().check(z.minimum(neededConnections, poolError), z.maximum(500, poolError)),
  ),
)

const oneHost =
  'must name one host, such as a pooler’s, or a name that always leads to the server that takes writes'
const hasSeveralHosts = (address: unknown) =>
  /^\w+:\/\/([^/?#]*@)?[^/?#@]*,|[?&]host=[^&#]*(,|%2C)/i.test(String(address))

/** The environment variables of the database. */
export const databaseVariables = {
  DATABASE_URL: z.optional(
    z
      .url({
        protocol: /^postgres(ql)?$/,
        hostname: /.*/,
        error: ({ input }) =>
          hasSeveralHosts(input)
            ? oneHost
            : `must be an address such as postgres://user:password@host:5432/name, ${encodingHint}; leave it unset for SQLite`,
      })
      .check(z.refine(address => !hasSeveralHosts(address), oneHost)),
  ),
  DATABASE_POOL: z.optional(connectionCount),
}

type Given = z.output<z.ZodMiniObject<typeof databaseVariables>>

/** DATABASE_POOL, or else `?max=` of the address. */
export function databasePoolOf({ DATABASE_URL, DATABASE_POOL }: Given): number {
  const max = DATABASE_URL === undefined ? null : maxOf(DATABASE_URL)
  if (DATABASE_POOL !== undefined || max === null) return DATABASE_POOL ?? defaultConnections
  const read = connectionCount.safeParse(max)
  if (!read.success) throw new ConfigError(`DATABASE_URL: must have in ?max= ${poolSize}`)
  return read.data
}
