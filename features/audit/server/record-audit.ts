import type { FastifyRequest } from 'fastify'
import type { Insertable } from 'kysely'
import { giveWay } from '#kit/server/database/drivers/give-way.ts'
import { insert, insertAll } from '#kit/server/database/rows.ts'
import type { Database, Db, Row } from '#kit/server/database/schema.ts'
import type { Viewer } from '#kit/server/http/viewer.ts'
import type { AuditAction } from '../contract.ts'
import { auditDetails, itemsThatFit } from './audit-details.ts'

type Action = { action: AuditAction; details: unknown; by: Actor; time: string }

/** Who acts, and from where. The input of a handler is an Actor. */
export type Actor = {
  viewer: { id: number } | null | undefined
  request: Pick<FastifyRequest, 'ip' | 'headers'>
}

/** An actor who is signed in. */
export type By = Actor & { viewer: Viewer }

/**
 * Writes an entry to the audit log. Call it once in the transaction of each administrative write, so that both are
 * saved or neither is. `details` describe the action, with the values before and after.
 */
export async function recordAudit(tx: Db, action: Action): Promise<Row<'auditLogs'>> {
  return insert(tx, 'auditLogs', entryOf(action))
}

function entryOf({ action, details, by, time }: Action): Insertable<Database['auditLogs']> {
  return {
    action,
    userId: by.viewer?.id ?? null,
    details: auditDetails(details),
    // If the configured proxy doesn't exist, clients can send any text as their IP address. No real one is longer than
    // this, and backups would reject it.
    ipAddress: by.request.ip.slice(0, 100),
    userAgent: by.request.headers['user-agent']?.slice(0, 300) ?? null,
    createdAt: time,
  }
}

/**
 * Writes the entry of a bulk write, with each item as a single write would record it. A list that is too long for one
 * entry continues in further ones, each with the number of its part.
 */
export async function recordBulkAudit<Item>(
  tx: Db,
  {
    items,
    details,
    ...action
  }: Omit<Action, 'details'> & { items: Item[]; details: (items: Item[]) => object },
): Promise<void> {
  const entries: ReturnType<typeof entryOf>[] = []
  let rest = items
  do {
    const fitting = itemsThatFit(rest)
    const part = entries.length > 0 && { part: entries.length + 1 }
    entries.push(entryOf({ ...action, details: { ...details(fitting), ...part } }))
    rest = rest.slice(fitting.length)
    if (entries.length % 20 === 0) await giveWay()
  } while (rest.length > 0)
  await insertAll(tx, 'auditLogs', entries)
}
