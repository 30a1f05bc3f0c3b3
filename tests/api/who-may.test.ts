import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { mayAccess } from '#kit/rules/roles.ts'
import type { Row } from '#kit/server/database/schema.ts'
import { documentText } from '#kit/server/http/openapi/openapi.ts'
import { type ListedCall, listedCalls, sendSample } from '#tests/support/calls/endpoints.ts'
import { programsOf } from '#tests/support/calls/programs.ts'
import { backgroundDone, digestTables } from '#tests/support/databases/digest-tables.ts'
import { samplesOf } from '#tests/support/samples/calls.ts'
import { fillWithSamples } from '#tests/support/samples/sample-data.ts'
import { startApp } from '#tests/support/start-app.ts'

/*
 * Every call of the contract, tried by everyone with a valid request: whoever may not make it changes nothing, and whoever
 * may succeeds, and leaves the entry in the audit log that who-may.txt names.
 */

const app = await startApp({ RATE_LIMITS: 'off', OVERPASS_URL: 'off' })
const { tokenOf, withToken } = programsOf(app)
const sampleOf = await samplesOf(app)
await fillWithSamples(app)

const { calls, unknown } = await listedCalls()

/** One person of each rank, new for each call: what earlier calls did to them doesn't matter. */
const newPeople = async () => ({
  visitor: null,
  user: await app.user({ department: 'Finance' }),
  admin: await app.admin(),
  'super-user': await app.superUser(),
  'primary admin': await app.primary(),
})
type Person = Row<'users'> | null

/** What a valid request is answered with where this installation lacks a service, a passkey or a mailed link. */
const lacking: Record<string, number> = {
  'GET /api/verification/verify': 400,
  'GET /api/map/:version': 404,
  'GET /api/oidc/account': 410,
  'GET /api/oidc/callback': 404,
  'GET /api/oidc/start': 404,
  'GET /api/osm/differences': 503,
  'GET /api/osm/search': 503,
  'GET /api/yelp/search': 503,
  'POST /api/admin/campuses/:id/webhook/test': 409,
  'POST /api/calculate-distance': 503,
  'POST /api/imports': 503,
  'POST /api/oidc/account': 410,
  'POST /api/osm/apply': 503,
  'POST /api/osm/comparison': 503,
  'POST /api/osm/import': 503,
  'POST /api/passkeys': 400,
  'POST /api/passkeys/sign-in': 401,
  'POST /api/password-reset/confirm': 400,
  'POST /api/reminders/unsubscribe': 404,
  'POST /api/yelp/import': 503,
}

/** What a call must come with, as the contract says it. */
function byOf({ access, method, sessionOnly, isRead }: Endpoint): string {
  if (access === 'public') return '-'
  if (sessionOnly) return 'session'
  return method === 'GET' || isRead ? 'reader' : 'token'
}

/** How this person is refused a call for something of someone else's, if they are. */
function refusal({ endpoint, whose }: ListedCall, who: Person): number | null {
  if (!mayAccess(who, endpoint.access)) return who ? 403 : 401
  if (whose !== 'own' && !(whose === 'own/admin' && !mayAccess(who, 'admin'))) return null
  // All staff see people and lunches; of anything else others aren't even told that it exists.
  return /^\/api\/(users?|lunches|standing-lunches)\//.test(endpoint.path) ? 403 : 404
}

beforeAll(async () => {
  const { passwordHash } = await app.user()
  await app.db.updateTable('users').set({ passwordHash }).execute()
})

beforeEach(async () => {
  for (const table of ['lunches', 'standingLunches'] as const) await app.db.deleteFrom(table).execute()
})

test('who-may.txt lists the calls of the contract with their rank, and the server serves these alone [T-39 T-41 T-42 T-59 T-63 T-64 T-91 T-205]', () => {
  expect(unknown).toEqual([])
  const inContract = calls.map(({ name, endpoint }) => `${name} ${endpoint.access}`)
  expect(calls.map(({ name, rank }) => `${name} ${rank}`)).toEqual(inContract)
  expect(calls.map(({ name, by }) => `${name} ${by}`)).toEqual(
    calls.map(({ name, endpoint }) => `${name} ${byOf(endpoint)}`),
  )
  const served = app.app.routeTable
    .flatMap(({ method, url, config }) =>
      [method].flat().map(method => `${method} ${url} ${config?.access ?? 'public'}`),
    )
    .filter(name => /^(?!HEAD|OPTIONS)\w+ \/api\/(?!docs)/.test(name))
  expect(served.sort()).toEqual([...inContract, 'GET /api/openapi.json public'].sort())
})

test.each(calls)(
  '$name is for those whom who-may.txt names, and changes nothing for others or if it is a GET [T-36 T-39 T-52 T-75 T-111 T-260 T-262]',
  async call => {
    const { name, endpoint, audit, by, whose } = call
    const people = await newPeople()
    const lowest = people[endpoint.access === 'public' ? 'user' : endpoint.access]
    const isOwn = whose.startsWith('own')
    const owner = isOwn ? await app.user() : lowest
    const sent = await sampleOf(endpoint, owner)
    const tokens = {
      'read-only': (await tokenOf(owner, { readOnly: true })).token,
      any: (await tokenOf(owner)).token,
    }
    for (const token of Object.values(tokens)) await withToken(token).fetch('/api/user')

    const before = await digestTables(app)
    // Not even for those who may: other sites can have browsers send it.
    if (endpoint.method === 'GET' && !audit)
      await sendSample(app.as(endpoint.access === 'public' ? null : owner), endpoint, sent)
    for (const [who, person] of Object.entries(people)) {
      const refused = refusal(call, person)
      if (!refused) continue
      const { status, text } = await sendSample(app.as(person), endpoint, sent)
      expect(status, who).toBe(refused)
      if (isOwn) expect(text, who).not.toContain(owner.lastName)
    }
    for (const [kind, token] of Object.entries(tokens))
      if (by === 'session' || (by === 'token' && kind === 'read-only')) {
        const { status, text } = await sendSample(withToken(token), endpoint, sent)
        expect([kind, status, JSON.parse(text).code]).toEqual([
          kind,
          403,
          expect.stringMatching(/^(not_for_tokens|read_only_token)$/),
        ])
      }
    expect(await digestTables(app)).toEqual(before)

    const allowed: Record<string, Person> = isOwn ? { owner, ...people } : people
    for (const [who, person] of Object.entries(allowed)) {
      if (who !== 'owner' && refusal(call, person)) continue
      const about = isOwn || !person ? await app.user() : person
      const valid = person === owner ? sent : await sampleOf(endpoint, about)
      const entries = (await app.audited()).length
      const { status, text } = await sendSample(app.as(person), endpoint, valid)
      if (name in lacking) expect(status, who).toBe(lacking[name])
      else expect([who, status < 400 || text]).toEqual([who, true])
      await backgroundDone(app.deps)
      const audited = (await app.audited()).slice(entries).map(([action, by]) => [action, by])
      const isEntered = audit && !(whose === 'own/admin' && who === 'owner')
      if (endpoint.access !== 'public') expect(audited, who).toEqual(isEntered ? [[audit, person?.id]] : [])
    }
  },
)

test('no reply has a field that could hold a secret [T-40]', async () => {
  const { paths, components } = JSON.parse(await documentText(app.app)) as {
    paths: Record<string, DescribedCalls>
    components: { schemas: Record<string, unknown> }
  }
  const sent = Object.values(paths).flatMap(calls => Object.values(calls).map(call => call.responses))
  const things = componentsIn(sent, components.schemas)
  const names = new Set([...sent, ...things].flatMap(propertyNames))
  expect(names).toContain('email')
  // These only tell whether there is a token, how long it is, and whether passwords may be used. `token` is a new access
  // token, which its owner gets once.
  const known = ['mapboxTokenExists', 'mapboxTokenLength', 'passwordSignIn', 'token']
  const suspicious = [...names].filter(name => /pass|hash|token|secret|salt/i.test(name))
  expect(suspicious.filter(name => !known.includes(name))).toEqual([])
})

test('a route without declared access keeps the server from starting [T-39]', async () => {
  const { createApp } = await import('#app/app.ts')
  const second = await createApp(app.deps)
  second.get('/api/forgotten', async () => 'open to all')
  await expect(second.ready()).rejects.toThrow('No access declared: GET /api/forgotten')
  await second.close()
})

type DescribedCalls = Record<string, { responses: unknown }>

/** The components that are sent, directly or in others. */
function componentsIn(
  value: unknown,
  schemas: Record<string, unknown>,
  found = new Set<string>(),
): unknown[] {
  for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (found.has(name)) continue
    found.add(name)
    componentsIn(schemas[name], schemas, found)
  }
  return [...found].map(name => schemas[name])
}

function propertyNames(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = 'properties' in schema && schema.properties ? Object.keys(schema.properties) : []
  return [...own, ...Object.values(schema).flatMap(propertyNames)]
}
