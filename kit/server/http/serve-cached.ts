import type { FastifyInstance } from 'fastify'
import type { Endpoint, HandlerResult, Params, Query } from '#kit/contract/endpoint.ts'
import type { Db } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { ReplyBytes } from './bodies/reply-bytes.ts'
import { type Call, serve } from './serve.ts'
import type { Viewer } from './viewer.ts'

type CacheOptions = NonNullable<Parameters<Deps['cache']['get']>[2]>

type CacheSource<E extends Endpoint> = {
  /** The only database that the reply may be read from. */
  db: Db
  params: Params<E>
  query: Query<E>
}

/**
 * Registers a call whose reply is the same for everyone until something in the database changes. The reply
 * must be made only from `db` and the configuration. It is cached together with its compressed forms, and
 * made again once a table that it was read from changes; these tables are recorded while it is made.
 */
export function serveCached<const E extends Endpoint>(
  app: FastifyInstance,
  deps: Pick<Deps, 'cache'>,
  endpoint: E,
  make: (made: CacheSource<E>) => Promise<HandlerResult<E>>,
): void {
  serve(app, endpoint, call => cachedReply(deps, endpoint, call, make), { hasEtag: true })
}

/** The same for a reply that differs between accounts: it may also be made from rows that its viewer owns. */
export function serveCachedForViewer<const E extends Endpoint>(
  app: FastifyInstance,
  deps: Pick<Deps, 'cache'>,
  endpoint: E,
  make: (made: CacheSource<E> & { viewer: { id: number } }) => Promise<HandlerResult<E>>,
): void {
  const handler = (call: Call<E>) => {
    const viewer = call.viewer as Viewer
    return cachedReply(deps, endpoint, call, made => make({ ...made, viewer }), { owner: viewer })
  }
  serve(app, endpoint, handler, { hasEtag: true })
}

/** For handlers that serve only some of their replies from the cache, or that first find out what they are made from. */
export async function cachedReply<const E extends Endpoint>(
  { cache }: Pick<Deps, 'cache'>,
  { path }: E,
  { params, query, body, reply }: Pick<Call<E>, 'params' | 'query' | 'body' | 'reply'>,
  make: (made: CacheSource<E>) => Promise<HandlerResult<E>>,
  { owner, madeFrom, versions }: Pick<CacheOptions, 'owner' | 'madeFrom' | 'versions'> = {},
): Promise<HandlerResult<E>> {
  const makeBytes = async (db: Db) => {
    const result = await make({ db, params, query })
    // Personal data must not stay on a computer that others use too.
    return new ReplyBytes(String(reply.serialize(result)), owner ? 'no-store' : 'private, no-cache')
  }
  const key = JSON.stringify([path, params, query, body, owner?.id])
  const bytes = await cache.get(key, makeBytes, { owner, madeFrom, versions, sizeOf: made => made.size })
  // `serve` sends these bytes unchanged.
  return bytes as unknown as HandlerResult<E>
}
