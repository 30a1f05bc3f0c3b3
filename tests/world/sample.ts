import { createUser } from '#features/accounts/users-contract.ts'
import { createCampus } from '#features/campuses/contract.ts'
import { createRestaurant } from '#features/restaurants/contract.ts'
import { succeed } from '#tests/support/processes/two-servers.ts'
import type { Admin } from './servers.ts'

let count = 0

/** Creates someone who can sign in. */
export async function newPerson(admin: Admin, fields: { role?: 'super-user' } = {}) {
  count += 1
  const person = { email: `robin${count}@example.org`, password: 'correct horse' }
  const rest = { firstName: 'Robin', lastName: 'Sample', campusCode: 'arden', department: 'Worship' }
  await succeed(admin.call(createUser, { body: { ...person, ...rest, ...fields } }))
  return person
}

/** Creates a campus with a single restaurant, and returns its code. */
export async function newCampusWithDiner(admin: Admin): Promise<string> {
  count += 1
  const [code, at] = [`hill${count}`, { latitude: 35.42, longitude: -82.48 }]
  const campus = { code, name: `Hill ${count}`, address: '1 Hill Road', ...at }
  await succeed(admin.call(createCampus, { body: campus }))
  const place = { name: 'The Only Diner', address: '2 Hill Road', campusCode: code, price: '$$' } as const
  const facts = { hours: '11 AM - 3 PM', distance: 1, travelTime: 4 }
  await succeed(admin.call(createRestaurant, { body: { ...place, ...facts, ...at } }))
  return code
}
