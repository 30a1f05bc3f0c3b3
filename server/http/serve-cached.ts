import type { FastifyInstance } from 'fastify'
import type { Answer, Endpoint, Params, Query } from '#contract/endpoint.ts'
import type { Db } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import { ReplyBytes } from './reply-bytes.ts'
import { serve } from './serve.ts'
import type { Viewer } from './viewer.ts'

type CachedCall<E extends Endpoint> = {
  /** All that the reply may be read from. */
  db: Db
  params: Params<E>
  query: Query<E>
  /** Headers of the reply beside those that every one has. */
  headers: Record<string, string>
}
type OwnCall<E extends Endpoint> = CachedCall<E> & { viewer: Pick<Viewer, 'id'> }

/**
 * Registers a call whose reply is the same for everybody until something in the database changes. The reply is made of `db`
 * and the configuration alone, kept with its compressed forms, and made again once a table that it was read from changes;
 * which tables these are is noticed while it is made.
 */
export function serveCached<const E extends Endpoint>(
  app: FastifyInstance,
  deps: Pick<Deps, 'cache'>,
  row: E,
  make: (call: CachedCall<E>) => Promise<Answer<E>>,
): void {
  register(app, deps, row, make as (call: OwnCall<E>) => Promise<Answer<E>>, false)
}

/** The same for a reply that differs from one account to another: it may also be made of what its viewer owns. */
export function serveCachedForViewer<const E extends Endpoint>(
  app: FastifyInstance,
  deps: Pick<Deps, 'cache'>,
  row: E,
  make: (call: OwnCall<E>) => Promise<Answer<E>>,
): void {
  register(app, deps, row, make, true)
}

function register<const E extends Endpoint>(
  app: FastifyInstance,
  { cache }: Pick<Deps, 'cache'>,
  row: E,
  make: (call: OwnCall<E>) => Promise<Answer<E>>,
  isOwn: boolean,
): void {
  serve(app, row, async call => {
    const { params, query, reply } = call
    const viewer = call.viewer as Viewer
    const owner = isOwn ? viewer : undefined
    const key = JSON.stringify([row.path, params, query, owner?.id])
    const makeBytes = async (db: Db) => {
      // What is one person's own doesn't stay on a computer that others use, too.
      const headers: Record<string, string> = isOwn ? { 'cache-control': 'no-store' } : {}
      const answer = await make({ db, params, query, headers, viewer: { id: viewer?.id } })
      return new ReplyBytes(String(reply.serialize(answer)), headers)
    }
    const bytes = await cache.get(key, makeBytes, { owner, sizeOf: made => made.size })
    // `serve` sends such bytes as they are.
    return bytes as unknown as Answer<E>
  })
}
