import * as z from 'zod/mini'
import { linkToken } from '#features/accounts/contract.ts'
import { described } from '#kit/contract/documented.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { Bytes, LocalTime, Weekdays } from '#kit/contract/fields.ts'

/** When a user wants an email about the day's lunches. */
export const Reminder = z.object({ time: LocalTime, days: Weekdays })
export type Reminder = z.output<typeof Reminder>

/** null: no emails. */
export const ReminderChoice = z.object({ reminder: z.nullable(Reminder) })

export const getReminder = endpoint('GET /api/user/reminder', 'user', {
  topics: ['reminder'],
  summary: 'When you are reminded by mail of lunches to join; null: never',
  reply: ReminderChoice,
})

export const saveReminder = endpoint('PUT /api/user/reminder', 'user', {
  summary: 'Set when to be reminded by mail of lunches to join; null switches the reminder off',
  body: ReminderChoice,
  reply: ReminderChoice,
})

const htmlPage = 'text/html; charset=utf-8'
const Link = z.object({ token: described(z.string().check(z.maxLength(100)), linkToken) })

/** The address in the List-Unsubscribe header of reminders. */
export const askToUnsubscribe = endpoint('GET /api/reminders/unsubscribe', 'public', {
  summary: 'A page with a button that switches off the reminder of the person who got this link by mail',
  query: Link,
  produces: htmlPage,
  reply: Bytes,
})

export const unsubscribe = endpoint('POST /api/reminders/unsubscribe', 'public', {
  summary:
    'Switch off the reminder of the person who got this link by mail, as mail programs do with one click (RFC 8058); a form is accepted',
  query: Link,
  produces: htmlPage,
  reply: Bytes,
})
