import type { Db } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import type { AuditAction } from '../contract.ts'
import { type Actor, recordAudit } from './record-audit.ts'

export type Write = {
  tx: Db
  /** When it happens, the same everywhere in it. */
  time: string
  /** Records it in the audit log, with the values before and after. */
  audit: (action: AuditAction, details: object) => Promise<unknown>
}

/** Does what a caller asks for in one transaction. It may be repeated, so nothing in it is sent anywhere. */
export function write<T>(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  by: Actor,
  work: (write: Write) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(tx => {
    const time = now().toISOString()
    return work({ tx, time, audit: (action, details) => recordAudit(tx, { action, details, by, time }) })
  })
}
