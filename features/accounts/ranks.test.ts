import { expect, test } from 'vitest'
import { roles } from '#kit/rules/roles.ts'
import {
  type AccountField,
  accountFields,
  canActAsSuperUser,
  mayAdd,
  mayChange,
  mayDelete,
  type Ranked,
} from './ranks.ts'

const person = (id: number, role: Ranked['role'], isPrimaryAdmin = false): Ranked => ({
  id,
  role,
  isPrimaryAdmin,
})
const people = {
  user: person(1, 'user'),
  otherUser: person(2, 'user'),
  admin: person(3, 'admin'),
  otherAdmin: person(4, 'admin'),
  superUser: person(5, 'super-user'),
  otherSuperUser: person(6, 'super-user'),
  primary: person(7, 'super-user', true),
}
type Name = keyof typeof people

const basicFields: AccountField[] = ['firstName', 'lastName', 'campusCode', 'department']
const allButRole = accountFields.filter(field => field !== 'role')
const ownFields: AccountField[] = [...basicFields, 'email', 'password']

// The actor, the target, the fields that the actor may change, and whether they may delete. Other pairs may
// do nothing.
const table: [Name, Name, readonly AccountField[], boolean][] = [
  ['admin', 'user', allButRole, true],
  ['admin', 'admin', basicFields, false],
  ['admin', 'otherAdmin', basicFields, false],
  ['admin', 'superUser', basicFields, false],
  ['superUser', 'user', accountFields, true],
  ['superUser', 'admin', accountFields, true],
  ['superUser', 'superUser', accountFields, true],
  ['superUser', 'otherSuperUser', accountFields, true],
  ['primary', 'user', accountFields, true],
  ['primary', 'admin', accountFields, true],
  ['primary', 'superUser', accountFields, true],
  ['primary', 'primary', ownFields, false],
]

const pairs: [Name, Name][] = [
  ...table.map(([actor, target]): [Name, Name] => [actor, target]),
  ...(Object.keys(people) as Name[]).map((target): [Name, Name] => ['user', target]),
  ['admin', 'primary'],
  ['superUser', 'primary'],
]

test.each(pairs)('%s acting on %s may change and delete just so much [T-32]', (actor, target) => {
  const row = table.find(([by, whom]) => by === actor && whom === target)
  const changed = accountFields.filter(field => mayChange(people[actor], people[target], field))
  expect(changed.toSorted()).toEqual((row?.[2] ?? []).toSorted())
  expect(mayDelete(people[actor], people[target])).toBe(row?.[3] ?? false)
})

test.each([
  ['user', []],
  ['admin', ['user']],
  ['superUser', roles],
  ['primary', roles],
] as const)('%s may add accounts with the roles %j', (actor, allowed) => {
  expect(roles.filter(role => mayAdd(people[actor], role))).toEqual(allowed)
})

test('only an account that can sign in can act as super-user', () => {
  const signedUp = { canLogin: true, isVerified: true }
  expect(canActAsSuperUser({ ...people.superUser, ...signedUp })).toBe(true)
  expect(canActAsSuperUser({ ...people.primary, role: 'user', ...signedUp })).toBe(true)
  expect(canActAsSuperUser({ ...people.admin, ...signedUp })).toBe(false)
  expect(canActAsSuperUser({ ...people.superUser, ...signedUp, canLogin: false })).toBe(false)
  expect(canActAsSuperUser({ ...people.superUser, ...signedUp, isVerified: false })).toBe(false)
})
