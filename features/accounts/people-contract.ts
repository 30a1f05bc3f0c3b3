import * as z from 'zod/mini'
import { Diets, Id, Role, Timestamp } from '#kit/contract/fields.ts'

/** An account as administrators see it: without diets, since no one learns whose they are. */
export const Account = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  username: z.string(),
  email: z.string(),
  campusCode: z.string(),
  department: z.string(),
  role: Role,
  profileImageUrl: z.nullable(z.string()),
  isVerified: z.boolean(),
  canLogin: z.boolean(),
  createdAt: Timestamp,
  /** null: it was never changed. */
  updatedAt: z.nullable(Timestamp),
  isAdmin: z.boolean(),
  isSuperUser: z.boolean(),
  isPrimaryAdmin: z.boolean(),
})
export type Account = z.output<typeof Account>

/** An account as its owner sees it. */
export const User = z.extend(Account, {
  /** The diets they follow: the list of restaurants starts with these selected. */
  diets: Diets,
  /** Whether their diets are considered at lunches that they are in, without saying whose they are. */
  dietsAtLunches: z.boolean(),
})
export type User = z.output<typeof User>
