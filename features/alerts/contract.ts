import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { errorWith } from '#kit/contract/errors.ts'
import { Id, IdParams, line, NoContent, Timestamp, trimmed } from '#kit/contract/fields.ts'

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

export const listActiveAlerts = endpoint({
  method: 'GET',
  path: '/api/emergency-messages/active',
  access: 'public',
  topics: ['alerts', 'everyone'],
  summary: 'The active alerts, most severe first, then latest first',
  replies: { 200: z.array(Alert) },
})

export const listAlerts = endpoint({
  method: 'GET',
  path: '/api/emergency-messages',
  access: 'super-user',
  topics: ['alerts'],
  summary: 'All alerts, latest first',
  replies: { 200: z.array(Alert) },
})

export const createAlert = endpoint({
  method: 'POST',
  path: '/api/emergency-messages',
  access: 'super-user',
  summary: 'Create an alert; inactive by default',
  body: z.extend(AlertForm, {
    severity: z._default(AlertForm.shape.severity, 'info'),
    isActive: z._default(AlertForm.shape.isActive, false),
    showOnLogin: z._default(AlertForm.shape.showOnLogin, true),
    showCornerAlert: z._default(AlertForm.shape.showCornerAlert, true),
  }),
  replies: { 201: Alert },
})

export const updateAlert = endpoint({
  method: 'PATCH',
  path: '/api/emergency-messages/:id',
  access: 'super-user',
  summary:
    'Change all or some fields of an alert; with expectedUpdatedAt, 409 with `current` if another user changed it since then',
  params: IdParams,
  body: z.extend(z.partial(AlertForm), { expectedUpdatedAt: z.optional(Timestamp) }),
  replies: { 200: Alert },
  errors: { 409: errorWith({ current: z.optional(Alert) }) },
})

export const deleteAlert = endpoint({
  method: 'DELETE',
  path: '/api/emergency-messages/:id',
  access: 'super-user',
  summary: 'Delete an alert',
  params: IdParams,
  replies: { 204: NoContent },
})
