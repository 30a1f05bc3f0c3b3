import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id } from './fields.ts'

export const Campus = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  address: z.string(),
  latitude: z.number(),
  longitude: z.number(),
})
export type Campus = z.output<typeof Campus>

export const listCampuses = endpoint({
  method: 'GET',
  path: '/api/campuses',
  access: 'everyone',
  summary: 'All campuses in their fixed order',
  replies: { 200: z.array(Campus) },
})
