import type { FastifyRequest } from 'fastify'
import type { AuditAction } from '#contract/audit-logs.ts'
import { saveAuditEntry } from '#server/data/audit-store.ts'
import type { Db } from '#server/database/schema.ts'
import { auditDetails } from './audit-details.ts'

/** Who acts, and from where: what a handler receives is one. */
export type Actor = {
  viewer: { id: number } | null | undefined
  request: Pick<FastifyRequest, 'ip' | 'headers'>
}

/**
 * Writes one entry into the audit log. Call it once in the transaction of each administrative write, so that neither is
 * ever there without the other. `details` say what was done, with the values before and after.
 */
export async function recordAudit(
  tx: Db,
  { action, details, by, time }: { action: AuditAction; details: unknown; by: Actor; time: string },
): Promise<{ id: number }> {
  return saveAuditEntry(tx, {
    action,
    userId: by.viewer?.id ?? null,
    details: auditDetails(details),
    // Behind a proxy that isn't there, it is what a client says. Longer than this it is none, and no backup would hold it.
    ipAddress: by.request.ip.slice(0, 100),
    userAgent: by.request.headers['user-agent']?.slice(0, 300) ?? null,
    createdAt: time,
  })
}
