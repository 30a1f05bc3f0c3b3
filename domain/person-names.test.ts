import { expect, test } from 'vitest'
import { initials } from './person-names.ts'

test.each([
  [{ firstName: 'Ana', lastName: 'Reyes', email: 'ana@example.org' }, 'AR'],
  [{ firstName: 'ana', lastName: '', email: 'ana@example.org' }, 'A'],
  [{ firstName: '', lastName: ' reyes', email: 'ana@example.org' }, 'R'],
  [{ firstName: ' ', lastName: '', email: 'ana@example.org' }, 'A'],
  [{ firstName: '', lastName: '' }, '?'],
  [{ firstName: '𝒜na', lastName: 'Øster' }, '𝒜Ø'],
])('initials of %j are %s', (person, letters) => expect(initials(person)).toBe(letters))
