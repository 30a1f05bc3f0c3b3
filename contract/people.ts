import * as z from 'zod/mini'
import { Id, Role, Timestamp } from './fields.ts'
import { Diets } from './place-fields.ts'

/** An account as administrators see it: without diets, since nobody learns whose they are. */
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

export const PersonName = z.object({ firstName: z.string(), lastName: z.string() })
export const NameAndEmail = z.extend(PersonName, { email: z.string() })

/** What colleagues see of each other. */
export const Person = z.object({ id: Id, ...PersonName.shape })
export type Person = z.output<typeof Person>

export const PersonWithEmail = z.extend(Person, { email: z.string() })
