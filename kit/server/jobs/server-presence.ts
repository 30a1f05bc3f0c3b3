import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Kysely } from 'kysely'
import type { Database, Db } from '#kit/server/database/schema.ts'
import { hasEnded, isHeld, withLease } from './lease.ts'

const prefix = 'server '

/**
 * Records in the database that this process serves it, until the returned function is called. After a crash,
 * the record stays for another half a minute for other machines.
 */
export function announceServer(deps: { db: Kysely<Database>; now: () => Date }): () => Promise<void> {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
  const name = `${prefix}${hostname()} ${process.pid} ${randomUUID()}`
  // The record is only informative: a brief outage of the database must not end the server.
  const announced = withLease(deps, name, () => stopped).catch(() => undefined)
  return async () => {
    stop()
    await announced
  }
}

/** The servers that currently use the database, as host name and process id. */
export async function listServers(db: Db, now: Date): Promise<string[]> {
  const leases = await db
    .selectFrom('leases')
    .select(['name', 'holder'])
    .where('name', 'like', `${prefix}%`)
    .where(isHeld(now))
    .execute()
  return leases
    .filter(({ holder }) => !hasEnded(holder))
    .map(({ name }) => name.slice(prefix.length, name.lastIndexOf(' ')))
}
