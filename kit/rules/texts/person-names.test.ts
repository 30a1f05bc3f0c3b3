import { expect, test } from 'vitest'
import { initials } from './person-names.ts'

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
