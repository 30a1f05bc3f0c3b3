// On both engines: races.
import { expect, test } from 'vitest'
import { insert } from '#kit/server/database/rows.ts'
import { startApp } from '#tests/support/start-app.ts'
import { createSessionFinder } from './resolve-viewer.ts'

const app = await startApp()

let statements = 0
const counted = app.db.withPlugin({
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    statements += 1
    return result
  },
})
const find = createSessionFinder(counted)

async function signedIn(name: string) {
  const user = await app.user({ firstName: name })
  const time = '2026-03-02T12:00:00.000Z'
  const session = { tokenHash: `hash of ${name}`, userId: user.id, createdAt: time, lastSeenAt: time }
  await insert(app.db, 'sessions', session)
  return user
}

test('simultaneous lookups share a statement, and each one gets its own user', async () => {
  for (const name of ['Ana', 'Ben', 'Cora']) await signedIn(name)
  statements = 0
  const asked = ['Cora', 'Ana', 'Nobody', 'Ben', 'Ana'].map(name => find(`hash of ${name}`))
  const found = await Promise.all(asked)
  expect(found.map(user => user?.firstName)).toEqual(['Cora', 'Ana', undefined, 'Ben', 'Ana'])
  expect(statements).toBe(1)
})
