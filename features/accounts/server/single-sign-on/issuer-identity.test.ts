// On one engine: a service of others.
import { expect, test } from 'vitest'
import { readClaims } from './issuer-identity.ts'

test.each([
  [{ name: 'Ana Maria Sample' }, 'Ana', 'Maria Sample'],
  [{ name: 'Ana' }, 'Ana', 'Colleague'],
  [{ given_name: ' A\u0000na\n', family_name: 'x'.repeat(300) }, 'A na', 'x'.repeat(100)],
  [{}, 'ana', 'example'],
  [{ given_name: 'Ana', family_name: '' }, 'Ana', 'example'],
  // The whole name as the given name (authentik), or as both.
  [{ given_name: 'Ana Sample', name: 'Ana Sample' }, 'Ana', 'Sample'],
  [{ given_name: 'Ana Sample', family_name: '', name: 'Ana Sample' }, 'Ana', 'Sample'],
  [{ given_name: 'Ana Sample', family_name: 'Sample', name: 'Ana Sample' }, 'Ana', 'Sample'],
  [{ given_name: 'Ana Sample', family_name: 'Ana Sample', name: 'Ana Sample' }, 'Ana', 'Sample'],
  [{ given_name: 'Sample, Ana', name: 'Sample, Ana' }, 'Ana', 'Sample'],
  // One part, and the whole.
  [{ given_name: 'Ana Maria', name: 'Ana Maria Sample' }, 'Ana Maria', 'Sample'],
  [{ given_name: 'Ana', name: 'Sample, Ana' }, 'Ana', 'Sample'],
  [{ family_name: 'de la Sample', name: 'Ana Maria de la Sample' }, 'Ana Maria', 'de la Sample'],
  [{ family_name: 'Sample', name: 'Sample Ana' }, 'Ana', 'Sample'],
  // Display names of directories.
  [{ name: 'Sample, Ana (Finance)' }, 'Ana', 'Sample'],
  [{ name: 'de la Sample, Ana Maria [External]' }, 'Ana Maria', 'de la Sample'],
  [{ name: 'Ana (Annie) Sample' }, 'Ana', 'Sample'],
  [{ name: 'Ana Sample - Finance' }, 'Ana', 'Sample'],
  [{ name: 'Ana Sample-Example' }, 'Ana', 'Sample-Example'],
  [{ name: 'Ana Sample, Jr.' }, 'Ana', 'Sample Jr.'],
  [{ name: 'Sample, Ana, Ph.D.' }, 'Ana', 'Sample'],
  [{ name: 'Sample,' }, 'Sample', 'Colleague'],
  [{ name: '(Finance)' }, 'ana', 'example'],
])('a person has a first and a last name whatever the issuer sends: %o', (claims, firstName, lastName) => {
  expect(readClaims({ email: 'ana.example@example.org', ...claims })).toMatchObject({ firstName, lastName })
})
