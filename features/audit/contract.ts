import * as z from 'zod/mini'
import { described, documented } from '#kit/contract/documented.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { Id, IdParams, PageQuery, Timestamp } from '#kit/contract/fields.ts'
import { NameAndEmail } from '#kit/contract/person-fields.ts'

/** Actions that the browser reports: RESTAURANT_CREATED, as specified, and exports, which the browser makes itself. */
export const clientAuditActions = [
  'RESTAURANT_CREATED',
  'RESTAURANTS_EXPORTED',
  'RATINGS_EXPORTED',
  'USERS_EXPORTED',
  'AUDIT_LOG_EXPORTED',
] as const

/** Every action that can be in the audit log. */
export const auditActions = [
  ...clientAuditActions,
  'RESTAURANT_UPDATED',
  'RESTAURANT_DELETED',
  'RESTAURANT_RESTORED',
  'RESTAURANTS_DELETED',
  'RESTAURANTS_IMPORTED',
  'RESTAURANTS_CORRECTED',
  'IMPORT_UNDONE',
  'RESTAURANT_IMAGE_UPDATED',
  'RESTAURANT_IMAGE_REMOVED',
  'TEAM_RATINGS_UPDATED',
  'RATING_CREATED',
  'RATING_UPDATED',
  'RATING_DELETED',
  'RATING_RESTORED',
  'RATINGS_IMPORTED',
  'RATINGS_SAVED',
  'USER_CREATED',
  'USER_UPDATED',
  'USER_DELETED',
  'USER_VERIFIED',
  'USER_VERIFICATION_RESENT',
  'USER_IMAGE_UPDATED',
  'USER_IMAGE_REMOVED',
  'SIGN_IN_FAILED',
  'SIGN_ON_LINKED',
  'SIGN_ON_UNLINKED',
  'TOKEN_CREATED',
  'TOKEN_REVOKED',
  'DEPARTMENTS_UPDATED',
  'CAMPUS_CREATED',
  'CAMPUS_UPDATED',
  'CAMPUS_DELETED',
  'WEBHOOK_TESTED',
  'SETTING_UPDATED',
  'ALERT_CREATED',
  'ALERT_UPDATED',
  'ALERT_DELETED',
  'ALERT_RESTORED',
  'LUNCH_UPDATED',
  'LUNCH_CANCELLED',
  'STANDING_LUNCH_UPDATED',
  'STANDING_LUNCH_DELETED',
  'SUGGESTION_ANSWERED',
  'TRASH_PURGED',
  'BACKUP_CREATED',
  'BACKUP_UPLOADED',
  'BACKUP_DOWNLOADED',
  'BACKUP_RESTORED',
  'BACKUP_DELETED',
  'DISTANCES_RECALCULATED',
  'TEST_EMAIL_SENT',
  'MAIL_RETRIED',
  'MAIL_REMOVED',
  'CONFIG_TRIED',
  'WEBSITES_CHECKED',
] as const
export type AuditAction = (typeof auditActions)[number]

export const AuditLog = z.object({
  id: Id,
  action: z.string(),
  userId: z.nullable(Id),
  /** The user, as the account is now; null if it was deleted or no one was signed in. */
  user: z.nullable(NameAndEmail),
  /** A JSON text about what was done, with the values before and after, if there are any. */
  details: z.string(),
  ipAddress: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  createdAt: Timestamp,
})
export type AuditLog = z.output<typeof AuditLog>

const notATime = 'Must be a date such as 2026-11-20 or a time such as 2026-11-20T12:00:00Z'
/** A date means the whole day in UTC: from its first moment, or to its last. */
const timeText = (restOfDay: string) =>
  z.pipe(
    z.union([z.iso.date(), z.iso.datetime({ offset: true })], { error: notATime }),
    z.pipe(
      z.transform((text: string) => (text.includes('T') ? new Date(text).toISOString() : text + restOfDay)),
      z.string(),
    ),
  )

export const listAuditLogs = endpoint('GET /api/audit-logs', 'super-user', {
  summary: 'The audit log, latest first; the search covers action, details, person and address',
  query: z.extend(PageQuery, {
    action: described(z.optional(z.enum(auditActions)), 'Only entries with this action.'),
    userId: described(z.optional(IdParams.shape.id), 'The id of a user.'),
    from: described(z.optional(timeText('T00:00:00.000Z')), 'Only entries from this date or time on.'),
    to: described(z.optional(timeText('T23:59:59.999Z')), 'Only entries up to this date or time.'),
  }),
  reply: z.array(AuditLog),
})

const tooLong = 'Details must be at most 2,000 characters'

export const createAuditLog = endpoint('POST /api/audit-logs', 'admin', {
  summary: 'Record an action; the server sets the user, time and address',
  body: z.object({
    action: z.enum(clientAuditActions, { error: 'This action can not be reported' }),
    details: z.optional(
      documented(
        z.unknown().check(z.refine(details => (JSON.stringify(details) ?? '').length <= 2000, tooLong)),
        {
          anyOf: [{ type: 'object', additionalProperties: true }, { type: 'string' }],
        },
      ),
    ),
  }),
  replies: { 201: AuditLog },
})
