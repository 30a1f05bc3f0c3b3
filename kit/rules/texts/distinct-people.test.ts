import { expect, test } from 'vitest'
import { distinctPeople } from './distinct-people.ts'

test('people of the same name are told apart by their addresses', () => {
  const person = (firstName: string, email: string) => ({ firstName, lastName: 'Sample', email })
  const [one, two, other] = [
    person('Ana', 'ana@example.org'),
    person('ána', 'ana.2@example.org'),
    person('Ben', 'ben@example.org'),
  ]
  const nameOf = distinctPeople([one, two, other, other])
  expect([one, two, other].map(nameOf)).toEqual([
    'Ana Sample (ana@example.org)',
    'ána Sample (ana.2@example.org)',
    'Ben Sample',
  ])
})
