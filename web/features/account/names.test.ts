import { expect, test } from 'vitest'
import { fullName, initials } from './names.ts'

test.each([
  [{ firstName: 'Ana', lastName: 'Reyes', email: 'ana@example.org' }, 'AR'],
  [{ firstName: 'ana', lastName: '', email: 'ana@example.org' }, 'A'],
  [{ firstName: '', lastName: ' reyes', email: 'ana@example.org' }, 'R'],
  [{ firstName: ' ', lastName: '', email: 'ana@example.org' }, 'A'],
  [{ firstName: '', lastName: '', email: '' }, '?'],
  [{ firstName: '𝒜na', lastName: 'Øster', email: '' }, '𝒜Ø'],
])('initials of %j are %s', (user, letters) => expect(initials(user)).toBe(letters))

test('without a name the email stands for it', () => {
  expect(fullName({ firstName: 'Ana', lastName: 'Reyes', email: 'ana@example.org' })).toBe('Ana Reyes')
  expect(fullName({ firstName: '', lastName: '', email: 'ana@example.org' })).toBe('ana@example.org')
})
