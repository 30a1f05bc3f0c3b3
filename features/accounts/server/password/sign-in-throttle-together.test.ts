// On both engines: races.
import { expect, test } from 'vitest'
import { createApp } from '#app/app.ts'
import { basic } from '#tests/support/calls/caller.ts'
import { testPassword } from '#tests/support/people/people.ts'
import { startApp } from '#tests/support/start-app.ts'
import { throttled } from './sign-in-throttle.ts'

const app = await startApp()

const status = async (email: string, password: string) => (await app.signIn({ email }, password)).status
const statusOfHeader = async (email: string, password: string) =>
  (await app.as(null).fetch('/api/user', { headers: basic(email, password) })).status

test('attempts that a failing database interrupts don’t count, even if it fails to release them', async () => {
  const ana = await app.user()
  const rename = (from: string, to: string) => app.db.schema.alterTable(from).renameTo(to).execute()
  const check = async () => {
    await rename('throttles', 'throttlesAway')
    throw new Error('the database failed')
  }
  for (let time = 0; time < 6; time += 1) {
    const request = { ip: '127.0.0.1', headers: {} }
    const interrupted = throttled(app.deps, { email: ana.email, request }, check)
    await expect(interrupted).rejects.toThrow('the database failed')
    await rename('throttlesAway', 'throttles')
  }
  expect(await status(ana.email, testPassword)).toBe(200)
})

test.each([
  ['sign-ins', status],
  ['calls with credentials in the header', statusOfHeader],
])('of fifty simultaneous wrong attempts only five are tried: %s [T-07]', async (_, attempt) => {
  const ana = await app.user()
  const replies = await Promise.all(Array.from({ length: 50 }, () => attempt(ana.email, 'wrong')))
  expect(replies.filter(reply => reply === 401)).toHaveLength(5)
  expect(replies.filter(reply => reply === 429)).toHaveLength(45)
})

test('processes that share a database count failures together, even those of a process that starts later [T-04]', async () => {
  const ana = await app.user()
  const second = await createApp(app.deps)
  const there = async (password: string) =>
    (await second.inject({ method: 'POST', url: '/api/login', payload: { email: ana.email, password } }))
      .statusCode
  expect([await there('wrong'), await there('wrong'), await there('wrong')]).toEqual([401, 401, 401])
  expect([
    await status(ana.email, 'wrong'),
    await status(ana.email, 'wrong'),
    await status(ana.email, 'wrong'),
  ]).toEqual([401, 401, 429])
  expect(await there(testPassword)).toBe(429)
  await second.close()
})
