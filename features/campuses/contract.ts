import * as z from 'zod/mini'
import { Webhook } from '#features/chat/contract.ts'
import { described } from '#kit/contract/documented.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { errorWith } from '#kit/contract/errors.ts'
import {
  Address,
  ExpectedUpdatedAt,
  Id,
  Key,
  Latitude,
  Longitude,
  line,
  nameLine,
  Timestamp,
} from '#kit/contract/fields.ts'

export const Campus = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  address: z.string(),
  latitude: z.number(),
  longitude: z.number(),
})
export type Campus = z.output<typeof Campus>

/** The message if the campus is missing or unknown. */
export const noCampus = 'Please select a campus'
export const CampusCode = line(60, noCampus)
const inAddress = 'The code of a campus.'
/** A campus in an address; in the second, an empty one is rejected. */
export const CampusKey = described(Key, inAddress)
export const ChosenCampus = described(CampusCode, inAddress)

export const listCampuses = endpoint('GET /api/campuses', 'public', {
  topics: ['campuses'],
  summary: 'All campuses in their fixed order',
  reply: z.array(Campus),
})

/** A campus as super-users see it: only one without restaurants and users can be deleted. */
export const AdminCampus = z.extend(Campus, {
  restaurantCount: z.int(),
  userCount: z.int(),
  /** null: its lunches aren't posted. */
  webhook: z.nullable(Webhook),
  /** null: it was never changed. */
  updatedAt: z.nullable(Timestamp),
})
export type AdminCampus = z.output<typeof AdminCampus>

/** What super-users fill in. The code can't be changed later, since links and files contain it. */
export const CampusForm = z.object({
  code: line(60, 'Code is required').check(
    z.regex(/^[A-Za-z0-9]*$/, 'A code consists of the letters A to Z and digits only'),
  ),
  name: nameLine(100, 'Name is required'),
  address: Address,
  latitude: Latitude,
  longitude: Longitude,
})
export type CampusForm = z.output<typeof CampusForm>

/** null removes it; if omitted, it stays unchanged. */
const webhook = z.optional(z.nullable(Webhook))

export const listAdminCampuses = endpoint('GET /api/admin/campuses', 'super-user', {
  topics: ['campuses', 'webhooks'],
  summary: 'All campuses with their numbers of restaurants and users',
  reply: z.array(AdminCampus),
})

export const createCampus = endpoint('POST /api/admin/campuses', 'super-user', {
  summary:
    'Add a campus at the end of the list; 409 if its code or name is taken. With an access token, without a webhook.',
  body: z.extend(CampusForm, { webhook }),
  replies: { 201: AdminCampus },
})

export const updateCampus = endpoint('PATCH /api/admin/campuses/:id', 'super-user', {
  summary:
    'Rename or move a campus; if its coordinates change, the estimated distances of its restaurants are recalculated. An access token can’t change the webhook. With expectedUpdatedAt, 409 with `current` if another user changed it since then',
  body: z.extend(z.partial(z.omit(CampusForm, { code: true })), {
    webhook,
    expectedUpdatedAt: ExpectedUpdatedAt,
  }),
  reply: AdminCampus,
  errors: { 409: errorWith({ current: z.optional(AdminCampus) }) },
})

export const deleteCampus = endpoint('DELETE /api/admin/campuses/:id', 'super-user', {
  summary: 'Delete a campus; 409 while it has restaurants, users or upcoming lunches',
  errors: {
    409: errorWith({ restaurantCount: z.optional(z.int()), userCount: z.optional(z.int()) }),
  },
})

export const testWebhook = endpoint('POST /api/admin/campuses/:id/webhook/test', 'super-user', {
  summary:
    'Post a test message to the chat of a campus, using the given webhook (not with an access token) or else the saved one; 409 without either',
  body: z.nullish(z.object({ webhook: z.optional(Webhook) })),
  reply: z.object({ ok: z.boolean(), message: z.string() }),
})
