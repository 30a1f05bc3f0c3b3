import * as z from 'zod/mini'
import { Id } from './fields.ts'

export const PersonName = z.object({ firstName: z.string(), lastName: z.string() })
export const NameAndEmail = z.extend(PersonName, { email: z.string() })

/** What colleagues see of each other. */
export const Person = z.object({ id: Id, ...PersonName.shape })
export type Person = z.output<typeof Person>

/** A colleague with a profile image. */
export const PersonWithImage = z.extend(Person, { profileImageUrl: z.nullable(z.string()) })

export const PersonWithEmail = z.extend(Person, { email: z.string() })
