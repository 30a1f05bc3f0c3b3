import { expect, test } from 'vitest'
import { distinctInitials } from './distinct-initials.ts'

test('people with the same initials are told apart by the second letter of their first names', () => {
  const people = [
    { id: 1, firstName: 'Brian', lastName: 'Smith' },
    { id: 2, firstName: 'barbara', lastName: 'Stone' },
    { id: 3, firstName: 'Ana', lastName: 'Reyes' },
    { id: 4, firstName: 'B', lastName: 'Sun' },
  ]
  expect(people.map(person => distinctInitials(person, people))).toEqual(['Br', 'Ba', 'AR', 'BS'])
  const [brian] = people
  expect(brian && distinctInitials(brian, [brian])).toBe('BS')
})
