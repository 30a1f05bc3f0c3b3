import * as z from 'zod/mini'
import { linkToken } from '#features/accounts/contract.ts'
import { described } from '#kit/contract/documented.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { Bytes, NoContent, Timestamp } from '#kit/contract/fields.ts'

const calendarFile = 'text/calendar; charset=utf-8'

export const getLunchCalendar = endpoint('GET /api/lunches/:id/calendar.ics', 'user', {
  summary: 'One lunch as a calendar file, for users who may see it',
  produces: calendarFile,
  reply: Bytes,
})

export const readCalendarFeed = endpoint('GET /api/calendar/:token.ics', 'public', {
  summary:
    'The lunches that a user is in, by the private address of their calendar: those of the last 60 days and all upcoming ones',
  params: z.object({ token: described(z.string(), linkToken) }),
  produces: calendarFile,
  replies: { 200: Bytes, 304: NoContent },
})

export const getCalendar = endpoint('GET /api/calendar', 'user', {
  topics: ['calendar'],
  summary: 'When your private calendar got its address; null without one. Only you know the address itself',
  reply: z.object({ createdAt: z.nullable(Timestamp) }),
})

export const createCalendar = endpoint('POST /api/calendar', 'user', {
  sessionOnly: true,
  summary:
    'Give your private calendar a new address, which is returned only once; an earlier address stops working',
  replies: { 201: z.object({ url: z.string() }) },
})

export const removeCalendar = endpoint('DELETE /api/calendar', 'user', {
  sessionOnly: true,
  summary: 'Remove the address of your private calendar',
})
