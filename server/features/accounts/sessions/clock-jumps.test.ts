import { expect, test } from 'vitest'
import { login } from '#contract/sessions.ts'
import type { UserRow } from '#server/database/schema.ts'
import { testPassword } from '#server/testing/people.ts'
import { startApp } from '#server/testing/start-app.ts'

const app = await startApp()
const visitor = app.as(null)

const statusWith = async (cookie: string) =>
  (await visitor.fetch('/api/user', { headers: { cookie } })).status
const signIn = async ({ email }: UserRow, password = testPassword) => {
  const { status, headers } = await visitor.call(login, { body: { email, password } })
  return { status, cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}

test('a clock one month ahead ends old sessions but allows new ones, and its correction locks no one out [D-15]', async () => {
  const [ana, ben] = [await app.user(), await app.user()]
  const before = await signIn(ana)
  expect(await statusWith(before.cookie)).toBe(200)

  app.clock.advance({ days: 31 })
  expect(await statusWith(before.cookie)).toBe(401)
  const ahead = await signIn(ana)
  expect([ahead.status, await statusWith(ahead.cookie)]).toEqual([200, 200])

  app.clock.advance({ days: -31 })
  expect(await statusWith(ahead.cookie)).toBe(200)
  for (const person of [ana, ben]) {
    const now = await signIn(person)
    expect([now.status, await statusWith(now.cookie)]).toEqual([200, 200])
  }
})
