import * as z from 'zod/mini'
import { described } from '#kit/contract/documented.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { Id, PageQuery, Timestamp } from '#kit/contract/fields.ts'
import { Person } from '#kit/contract/person-fields.ts'

export const trashKinds = ['restaurant', 'rating', 'alert'] as const
export type TrashKind = (typeof trashKinds)[number]

/** How long deleted items can be restored. */
export const trashDays = 30
/**
 * How long administrators may undo their own deletions. Super-users can restore anything that is still in the
 * trash.
 */
export const undoMinutes = 10

export const TrashItem = z.object({
  id: Id,
  kind: z.enum(trashKinds),
  /** The id that the item had, and has again once it is restored. */
  itemId: Id,
  /** The name of the restaurant (for a rating: of the one rated), or the title of the alert. */
  name: z.string(),
  /** Where the restaurant is, who gave how many stars, or what the alert said. */
  description: z.string(),
  /** The restaurant, or the one rated; the address is null if it isn't known anymore. null for an alert. */
  place: z.nullable(z.object({ id: Id, address: z.nullable(z.string()) })),
  /** How many ratings come back with it. */
  ratingCount: z.int(),
  /** null if the account was deleted. */
  deletedBy: z.nullable(Person),
  deletedAt: Timestamp,
  purgedAt: Timestamp,
})
export type TrashItem = z.output<typeof TrashItem>

export const listTrash = endpoint('GET /api/admin/trash', 'super-user', {
  topics: ['restaurants', 'trash'],
  summary: 'Items deleted within 30 days, latest first; the search covers name, description and person',
  query: z.extend(PageQuery, {
    kind: described(z.optional(z.enum(trashKinds)), 'Only items of this kind.'),
  }),
  reply: z.array(TrashItem),
})

export const restoreTrash = endpoint('POST /api/admin/trash/restore', 'admin', {
  sessionOnly: true,
  summary:
    'Restore deleted items by their old ids; administrators can restore only what they deleted a few minutes ago',
  body: z.object({
    kind: z.enum(trashKinds),
    ids: z
      .array(Id)
      .check(
        z.minLength(1, 'There is nothing to restore'),
        z.maxLength(10_000, 'At most 10,000 can be restored at once'),
      ),
  }),
  reply: z.object({
    count: z.int(),
    /** Items that stay in the trash because there is no longer a place for them, and why. */
    skipped: z.array(z.object({ id: Id, message: z.string() })),
  }),
})

export const purgeTrash = endpoint('DELETE /api/admin/trash/:id', 'super-user', {
  summary: 'Permanently remove an item from the trash, by its id in the trash',
})
