import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { errorWith } from '#kit/contract/errors.ts'
import { Email, Id, line, Message, Timestamp, trimmed } from '#kit/contract/fields.ts'

const bothRequired = 'Please provide both email and first name'

export const TestEmailForm = z.object({
  email: z.pipe(z.string({ error: bothRequired }).check(trimmed(), z.minLength(1, bothRequired)), Email),
  firstName: line(100, bothRequired),
})
export type TestEmailForm = z.output<typeof TestEmailForm>

/** What the mail server said, and what to do about it. */
export const MailFailure = errorWith({ error: z.optional(z.string()), instruction: z.optional(z.string()) })

export const sendTestEmail = endpoint('POST /api/test-email', 'super-user', {
  summary: 'Send a test mail now; on failure, `error` and `instruction` say what is wrong and what to do',
  body: TestEmailForm,
  reply: Message,
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

export const getMailSetup = endpoint('GET /api/admin/mails/setup', 'super-user', {
  summary: 'How mails are sent',
  reply: MailSetup,
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

export const listMails = endpoint('GET /api/admin/mails', 'super-user', {
  topics: ['mails'],
  summary: 'The mails that wait to be sent, and those given up in the last thirty days; oldest first',
  reply: z.array(WaitingMail),
})

export const RetriedMails = z.object({ count: z.int() })

export const retryMails = endpoint('POST /api/admin/mails/retry', 'super-user', {
  summary: 'Retry all waiting mails now; `count` is their number',
  reply: RetriedMails,
})

export const retryMail = endpoint('POST /api/admin/mails/:id/retry', 'super-user', {
  summary: 'Retry a mail that waits or was given up now; 404 if it is gone, 409 while it is being sent',
  reply: RetriedMails,
})

export const removeMail = endpoint('DELETE /api/admin/mails/:id', 'super-user', {
  summary: 'Remove a mail that waits or was given up; 404 if it is gone, 409 while it is being sent',
})
