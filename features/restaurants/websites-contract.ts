import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { Timestamp } from '#kit/contract/fields.ts'

/** 'gone': the server says that there is no such page, or the host name is unknown. 'unclear': neither is certain. */
export const websiteOutcomes = ['there', 'gone', 'unclear'] as const
export type WebsiteOutcome = (typeof websiteOutcomes)[number]

export const WebsiteCheck = z.object({
  state: z.enum(['Not Run', 'In Progress', 'Completed']),
  /** How many websites there are to check, and how many have been checked. */
  count: z.int(),
  checked: z.int(),
  gone: z.int(),
  unclear: z.int(),
  finishedAt: z.nullable(Timestamp),
})
export type WebsiteCheck = z.output<typeof WebsiteCheck>

export const getWebsiteCheck = endpoint('GET /api/admin/website-check', 'admin', {
  summary: 'The progress of the check of all websites, or the result of the last one',
  reply: WebsiteCheck,
})

export const startWebsiteCheck = endpoint('POST /api/admin/website-check', 'admin', {
  summary:
    'Start checking in the background, one by one, whether the websites of the enabled restaurants still exist; 409 while a check is running',
  replies: { 202: WebsiteCheck },
})
