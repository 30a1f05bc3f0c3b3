// On both engines: races.
import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { countStatementsOn } from '#tests/support/databases/count-statements.ts'
import { startApp } from '#tests/support/start-app.ts'
import { completeSessionCookies, createSessionFinder } from './resolve-viewer.ts'

const app = await startApp()

/** The cookies that a reply sets, by name; an empty one removes the cookie. */
const cookiesOf = (headers: Headers) =>
  Object.fromEntries(headers.getSetCookie().map(text => (text.split(';')[0] ?? '').split('=')))

/** The cookies that the page sets for a browser that presents these ones. */
async function openPage(cookies: Record<string, string>) {
  const page = Fastify()
  await page.register(cookie)
  page.get('/', async (request, reply) => {
    await completeSessionCookies(app.deps, request, reply)
    return 'page'
  })
  const { headers } = await page.inject({ url: '/', cookies })
  const set = [headers['set-cookie'] ?? []].flat()
  return cookiesOf(new Headers(set.map(text => ['set-cookie', text])))
}

async function signIn() {
  const user = await app.user()
  const { headers } = await app.signIn(user)
  return { user, headers, cookies: cookiesOf(headers) as { session: string; viewer: string } }
}

test('scripts can read whose session it is and a fingerprint of it, but not the session token [T-13]', async () => {
  const { user, headers, cookies } = await signIn()
  const [session, viewer] = headers.getSetCookie()
  expect(session).toMatch(/^session=.*HttpOnly/)
  expect(viewer).not.toContain('HttpOnly')
  expect(cookies.viewer).toMatch(new RegExp(`^${user.id}\\.[\\w-]{22}$`))
  expect(cookies.viewer).not.toContain(cookies.session)
  expect((await signIn()).cookies.viewer.split('.')[1]).not.toBe(cookies.viewer.split('.')[1])
})

test('the page sets a viewer cookie that is missing or wrong, and leaves a correct one alone', async () => {
  const { cookies } = await signIn()
  const other = await signIn()
  expect(await openPage({ session: cookies.session })).toEqual({ viewer: cookies.viewer })
  const wrong = { session: cookies.session, viewer: other.cookies.viewer }
  expect(await openPage(wrong)).toEqual({ viewer: cookies.viewer })
  expect(await openPage(cookies)).toEqual({})
  expect(await openPage({})).toEqual({})
})

test('the page removes the cookies of a session that has ended', async () => {
  const { cookies } = await signIn()
  expect(await openPage({ session: 'none' })).toEqual({ session: '', viewer: '' })
  expect(await openPage({ viewer: cookies.viewer })).toEqual({ session: '', viewer: '' })
})

test('simultaneous lookups share a statement, and each one gets its own user', async () => {
  const { db, statementsOf } = countStatementsOn(app.db)
  const find = createSessionFinder(db)
  for (const firstName of ['Ana', 'Ben', 'Cora']) {
    const { id: userId } = await app.user({ firstName })
    await app.insert('sessions', { userId, tokenHash: `hash of ${firstName}` })
  }
  const names = ['Cora', 'Ana', 'Nobody', 'Ben', 'Ana']
  let found: (string | undefined)[] = []
  const statements = await statementsOf(async () => {
    const users = await Promise.all(names.map(name => find(`hash of ${name}`)))
    found = users.map(user => user?.firstName)
  })
  expect([statements, found]).toEqual([1, ['Cora', 'Ana', undefined, 'Ben', 'Ana']])
})
