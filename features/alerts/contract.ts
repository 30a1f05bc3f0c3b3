import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { errorWith } from '#kit/contract/errors.ts'
import { Id, line, Timestamp, trimmed } from '#kit/contract/fields.ts'

export const severities = ['info', 'warning', 'danger'] as const
export type Severity = (typeof severities)[number]

/** A system alert. The API still uses its older name, emergency message. */
export const Alert = z.object({
  id: Id,
  title: z.string(),
  message: z.string(),
  severity: z.enum(severities),
  isActive: z.boolean(),
  /** On the pages for signing in and registering. */
  showOnLogin: z.boolean(),
  /** In the corner of every page; labeled Show in Entire System. */
  showCornerAlert: z.boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Alert = z.output<typeof Alert>

const AlertMessage = z
  .string({ error: 'Message is required' })
  .check(
    trimmed(),
    z.minLength(1, 'Message is required'),
    z.maxLength(2000, 'Message must be at most 2,000 characters'),
  )

export const AlertForm = z.object({
  title: line(200, 'Title is required'),
  message: AlertMessage,
  severity: z.enum(severities),
  isActive: z.boolean(),
  showOnLogin: z.boolean(),
  showCornerAlert: z.boolean(),
})
export type AlertForm = z.output<typeof AlertForm>

export const listActiveAlerts = endpoint('GET /api/emergency-messages/active', 'public', {
  topics: ['alerts', 'everyone'],
  summary: 'The active alerts, most severe first, then latest first',
  reply: z.array(Alert),
})

export const listAlerts = endpoint('GET /api/emergency-messages', 'super-user', {
  topics: ['alerts'],
  summary: 'All alerts, latest first',
  reply: z.array(Alert),
})

export const createAlert = endpoint('POST /api/emergency-messages', 'super-user', {
  summary: 'Create an alert; inactive by default',
  body: z.extend(AlertForm, {
    severity: z._default(AlertForm.shape.severity, 'info'),
    isActive: z._default(AlertForm.shape.isActive, false),
    showOnLogin: z._default(AlertForm.shape.showOnLogin, true),
    showCornerAlert: z._default(AlertForm.shape.showCornerAlert, true),
  }),
  replies: { 201: Alert },
})

export const updateAlert = endpoint('PATCH /api/emergency-messages/:id', 'super-user', {
  summary:
    'Change all or some fields of an alert; with expectedUpdatedAt, 409 with `current` if another user changed it since then',
  body: z.extend(z.partial(AlertForm), { expectedUpdatedAt: z.optional(Timestamp) }),
  reply: Alert,
  errors: { 409: errorWith({ current: z.optional(Alert) }) },
})

export const deleteAlert = endpoint('DELETE /api/emergency-messages/:id', 'super-user', {
  summary: 'Delete an alert',
})
