import { initials, letterAt } from '#kit/rules/texts/person-names.ts'
import type { LunchPerson } from '../lunch-options.ts'

type Named = Pick<LunchPerson, 'id' | 'firstName' | 'lastName'>

/** The initials of one of the people who are shown together: 'Br' and 'Ba' where two of them would have the same. */
export function distinctInitials(person: Named, among: readonly Named[]): string {
  const own = initials(person)
  const hasTwin = among.some(other => other.id !== person.id && initials(other) === own)
  const second = hasTwin && letterAt(person.firstName, 1).toLowerCase()
  return second ? letterAt(person.firstName, 0).toUpperCase() + second : own
}
