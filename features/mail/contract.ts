import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { errorWith } from '#kit/contract/errors.ts'
import { Email, Id, IdParams, line, Message, NoContent, Timestamp, trimmed } from '#kit/contract/fields.ts'

const bothRequired = 'Please provide both email and first name'

export const TestEmailForm = z.object({
  email: z.pipe(z.string({ error: bothRequired }).check(trimmed(), z.minLength(1, bothRequired)), Email),
  firstName: line(100, bothRequired),
})
export type TestEmailForm = z.output<typeof TestEmailForm>

/** What the mail server said, and what to do about it. */
export const MailFailure = errorWith({ error: z.optional(z.string()), instruction: z.optional(z.string()) })

export const sendTestEmail = endpoint({
  method: 'POST',
  path: '/api/test-email',
  access: 'super-user',
  summary: 'Send a test mail now; on failure, `error` and `instruction` say what is wrong and what to do',
  body: TestEmailForm,
  replies: { 200: Message },
  errors: { 502: MailFailure, 503: MailFailure, 504: MailFailure },
})

/** How this installation sends emails; never includes its credentials. */
export const MailSetup = z.object({
  /** 'outbox': there is no mail server, and each email is written to a file. */
  way: z.enum(['smtp', 'outbox']),
  from: z.string(),
  /** The folder of the outbox. */
  folder: z.nullable(z.string()),
  host: z.nullable(z.string()),
  port: z.nullable(z.int()),
  /** Encrypted from the start; after the greeting, or else not sent; after the greeting if offered; never. */
  security: z.nullable(z.enum(['tls', 'starttls-required', 'starttls-offered', 'none'])),
  signsIn: z.boolean(),
})
export type MailSetup = z.output<typeof MailSetup>

export const getMailSetup = endpoint({
  method: 'GET',
  path: '/api/admin/mails/setup',
  access: 'super-user',
  summary: 'How mails are sent',
  replies: { 200: MailSetup },
})

const mailKinds = [
  'verification',
  'password-reset',
  'password-changed',
  'address-changed',
  'account-deleted',
  'passkey-added',
  'passkey-renamed',
  'passkey-removed',
  'token-created',
  'suggestion-reply',
  'lunch-reminder',
  'lunch-host',
] as const

export type MailKind = (typeof mailKinds)[number]

export const WaitingMail = z.object({
  id: Id,
  kind: z.enum(mailKinds),
  to: z.string(),
  attempts: z.int(),
  lastError: z.nullable(z.string()),
  createdAt: Timestamp,
  nextAttemptAt: Timestamp,
  /** Whether a process is sending it right now. */
  isBeingSent: z.boolean(),
  /** When it was given up: it is no longer retried by itself, and removed after thirty days. */
  givenUpAt: z.nullable(Timestamp),
})
export type WaitingMail = z.output<typeof WaitingMail>

export const listMails = endpoint({
  method: 'GET',
  path: '/api/admin/mails',
  access: 'super-user',
  topics: ['mails'],
  summary: 'The mails that wait to be sent, and those given up in the last thirty days; oldest first',
  replies: { 200: z.array(WaitingMail) },
})

export const RetriedMails = z.object({ count: z.int() })

export const retryMails = endpoint({
  method: 'POST',
  path: '/api/admin/mails/retry',
  access: 'super-user',
  summary: 'Retry all waiting mails now; `count` is their number',
  replies: { 200: RetriedMails },
})

export const retryMail = endpoint({
  method: 'POST',
  path: '/api/admin/mails/:id/retry',
  access: 'super-user',
  summary: 'Retry a mail that waits or was given up now; 404 if it is gone, 409 while it is being sent',
  params: IdParams,
  replies: { 200: RetriedMails },
})

export const removeMail = endpoint({
  method: 'DELETE',
  path: '/api/admin/mails/:id',
  access: 'super-user',
  summary: 'Remove a mail that waits or was given up; 404 if it is gone, 409 while it is being sent',
  params: IdParams,
  replies: { 204: NoContent },
})
