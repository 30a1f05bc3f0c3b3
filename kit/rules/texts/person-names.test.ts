import { expect, test } from 'vitest'
import { distinctInitials, initials } from './person-names.ts'

test.each([
  [{ firstName: 'Ana', lastName: 'Reyes', email: 'ana@example.org' }, 'AR'],
  [{ firstName: 'ana', lastName: '', email: 'ana@example.org' }, 'A'],
  [{ firstName: '', lastName: ' reyes', email: 'ana@example.org' }, 'R'],
  [{ firstName: ' ', lastName: '', email: 'ana@example.org' }, 'A'],
  [{ firstName: '', lastName: '' }, '?'],
  [{ firstName: '𝒜na', lastName: 'Øster' }, '𝒜Ø'],
  [{ firstName: 'E\u0301va', lastName: 'N\u0303an' }, 'E\u0301N\u0303'],
  [{ firstName: '\u200bAna', lastName: '\u202eReyes' }, 'AR'],
  [{ firstName: '👩\u200d🍳 Ana', lastName: '🇩🇪' }, '👩\u200d🍳🇩🇪'],
  [{ firstName: '\u200b', lastName: '\ufeff', email: 'ana@example.org' }, 'A'],
  [{ firstName: '\u0301Ana', lastName: '“Reyes”' }, 'AR'],
  [{ firstName: '\u0301', lastName: '?', email: 'ana@example.org' }, 'A'],
  [{ firstName: 'नि', lastName: 'का' }, 'निका'],
])('initials of %j are %s', (person, letters) => expect(initials(person)).toBe(letters))

test('people with the same initials are told apart by the second letter of their first names', () => {
  const people = [
    { id: 1, firstName: 'Brian', lastName: 'Smith' },
    { id: 2, firstName: 'barbara', lastName: 'Stone' },
    { id: 3, firstName: 'Ana', lastName: 'Reyes' },
    { id: 4, firstName: 'B', lastName: 'Sun' },
  ]
  expect(people.map(distinctInitials(people))).toEqual(['Br', 'Ba', 'AR', 'BS'])
  expect(people.slice(0, 1).map(distinctInitials(people.slice(0, 1)))).toEqual(['BS'])
})
