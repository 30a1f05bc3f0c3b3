import { expect } from 'vitest'
import { type Admin, post } from './servers.ts'

let count = 0

/** Creates someone who can sign in. */
export async function newPerson(admin: Admin, fields: object = {}) {
  count += 1
  const person = { email: `robin${count}@example.org`, password: 'correct horse' }
  const rest = { firstName: 'Robin', lastName: 'Sample', campusCode: 'arden', department: 'Worship' }
  await create(admin, '/api/admin/users', { ...person, ...rest, ...fields })
  return person
}

/** Creates a campus with a single restaurant, and returns its code. */
export async function newCampusWithDiner(admin: Admin): Promise<string> {
  count += 1
  const [code, at] = [`hill${count}`, { latitude: 35.42, longitude: -82.48 }]
  await create(admin, '/api/admin/campuses', { code, name: `Hill ${count}`, address: '1 Hill Road', ...at })
  const place = { name: 'The Only Diner', address: '2 Hill Road', campusCode: code, price: '$$' }
  const facts = { hours: '11 AM - 3 PM', distance: 1, travelTime: 4 }
  await create(admin, '/api/restaurants', { ...place, ...facts, ...at })
  return code
}

async function create(admin: Admin, path: string, body: object): Promise<void> {
  const reply = await post(admin, path, body)
  expect(reply.status, await reply.text()).toBe(201)
}
