import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Bytes, IdParams, NoContent, Timestamp } from './fields.ts'

const calendarFile = 'text/calendar; charset=utf-8'

export const getLunchCalendar = endpoint({
  method: 'GET',
  path: '/api/lunches/:id/calendar.ics',
  access: 'user',
  summary: 'One lunch as a calendar file, for those who may see it',
  params: IdParams,
  produces: calendarFile,
  replies: { 200: Bytes },
})

export const readCalendarFeed = endpoint({
  method: 'GET',
  path: '/api/calendar/:token.ics',
  access: 'everyone',
  summary:
    'The lunches that somebody is in or left, by the private address of their calendar: of the last 60 days and all ahead',
  params: z.object({ token: z.string() }),
  produces: calendarFile,
  replies: { 200: Bytes },
})

export const getCalendar = endpoint({
  method: 'GET',
  path: '/api/calendar',
  access: 'user',
  summary:
    'Since when one’s private calendar has its address; null without one. The address itself is known to its owner only',
  replies: { 200: z.object({ createdAt: z.nullable(Timestamp) }) },
})

export const createCalendar = endpoint({
  method: 'POST',
  path: '/api/calendar',
  access: 'user',
  summary: 'Give one’s private calendar a new address, which is returned this once; an earlier one ends',
  replies: { 201: z.object({ url: z.string() }) },
})

export const removeCalendar = endpoint({
  method: 'DELETE',
  path: '/api/calendar',
  access: 'user',
  summary: 'End the address of one’s private calendar',
  replies: { 204: NoContent },
})
