// On both engines: races.
import { expect, test } from 'vitest'
import { addPasskey, addPasskeyOptions, listPasskeys } from '#contract/passkeys.ts'
import { Authenticator } from '#server/testing/authenticator.ts'
import { startApp } from '#server/testing/start-app.ts'

const app = await startApp()
const newDevice = () => new Authenticator(app.deps.config.appUrl)

test('of twelve passkeys that are added simultaneously ten are, and the user can’t add another one [T-229]', async () => {
  const ana = await app.user()
  const caller = app.as(ana)
  const options = []
  for (let i = 0; i < 12; i++) options.push((await caller.call(addPasskeyOptions, { body: {} })).body)
  const replies = await Promise.all(
    options.map(each => caller.call(addPasskey, { body: newDevice().make(each) })),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), 409, 409])
  const { body } = await caller.call(listPasskeys)
  expect(new Set(body.map(({ name }) => name)).size).toBe(10)
  const rejected = await caller.call(addPasskeyOptions, { body: {} })
  expect(rejected.message).toBe('You can have at most 10 passkeys. Remove one to add another.')
})
