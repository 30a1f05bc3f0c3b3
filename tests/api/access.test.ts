import type { RouteOptions } from 'fastify'
import { describe, expect, test } from 'vitest'
import { type Access, mayAccess } from '#kit/rules/roles.ts'
import type { Row } from '#kit/server/database/schema.ts'
import { documentText } from '#kit/server/http/openapi/openapi.ts'
import { listEndpoints } from '#tests/support/calls/endpoints.ts'
import { startApp } from '#tests/support/start-app.ts'

const app = await startApp({ RATE_LIMITS: 'off' })

const routes = app.app.routeTable
  .flatMap(route =>
    [route.method].flat().map(method => ({ method, url: route.url, access: accessOf(route) })),
  )
  .filter(({ method, url }) => url.startsWith('/api/') && method !== 'HEAD' && method !== 'OPTIONS')

const people: [string, Row<'users'> | null][] = [
  ['a visitor', null],
  ['a user', await app.user()],
  ['an admin', await app.admin()],
  ['a super-user', await app.superUser()],
  ['the primary admin', await app.primary()],
]

/** The parameters are meaningless, so a call that is let in gets no further than validation or a 404. */
async function attempt(who: Row<'users'> | null, { method, url }: (typeof routes)[number]): Promise<number> {
  const hasBody = method !== 'GET'
  const response = await app.as(who).fetch(url.replaceAll(/:\w+|\*/g, 'x'), {
    method,
    ...(hasBody && { headers: { 'content-type': 'application/json' }, body: '{}' }),
  })
  return response.status
}

describe.each(people)('%s', (_name, who) => {
  test.each(routes)('may call $method $url only if its access ($access) permits it [T-39]', async route => {
    const status = await attempt(who, route)
    if (!mayAccess(who, route.access)) expect(status).toBe(who ? 403 : 401)
    else {
      expect([401, 403]).not.toContain(status)
      expect(status === 503 || status < 500).toBe(true)
    }
  })
})

test('every endpoint of the contract is served with the access that it declares [T-39]', async () => {
  const served = new Set(routes.map(({ method, url, access }) => `${method} ${url} ${access}`))
  const missing = (await listEndpoints())
    .map(({ method, path, access }) => `${method} ${path} ${access}`)
    .filter(endpoint => !served.has(endpoint))
  expect(missing).toEqual([])
})

test('only these calls are open to everyone [T-39 T-64]', () => {
  const open = routes.filter(route => route.access === 'public' && !route.url.startsWith('/api/docs'))
  expect(open.map(({ method, url }) => `${method} ${url}`).sort()).toEqual([
    'GET /api/calendar/:token.ics',
    'GET /api/campuses',
    'GET /api/config/public',
    'GET /api/departments',
    'GET /api/emergency-messages/active',
    'GET /api/oidc/account',
    'GET /api/oidc/callback',
    'GET /api/oidc/start',
    'GET /api/openapi.json',
    'GET /api/reminders/unsubscribe',
    'GET /api/session',
    'GET /api/system-settings/:key',
    'GET /api/verification/verify',
    'POST /api/login',
    'POST /api/logout',
    'POST /api/oidc/account',
    'POST /api/passkeys/sign-in',
    'POST /api/passkeys/sign-in/options',
    'POST /api/password-reset',
    'POST /api/password-reset/confirm',
    'POST /api/register',
    'POST /api/reminders/unsubscribe',
    'POST /api/verification/resend',
  ])
})

test('only these calls need an administrator or super-user [T-39 T-41 T-42 T-59 T-63 T-91 T-205]', () => {
  /** By how they begin; the longest beginning decides. */
  const ranks: [beginning: string, access: Access][] = [
    ['/api/admin/', 'admin'],
    ['/api/admin/campuses', 'super-user'],
    ['/api/admin/departments', 'super-user'],
    ['/api/admin/mails', 'super-user'],
    ['/api/admin/profile-images', 'super-user'],
    ['/api/admin/ratings/bulk', 'super-user'],
    ['/api/admin/restaurants/recalculate-distances', 'super-user'],
    ['/api/admin/trash', 'super-user'],
    ['/api/admin/trash/restore', 'admin'],
    ['/api/audit-logs GET', 'super-user'],
    ['/api/audit-logs POST', 'admin'],
    ['/api/backup', 'super-user'],
    ['/api/calculate-distance', 'admin'],
    ['/api/config/installation', 'super-user'],
    ['/api/config/status', 'admin'],
    ['/api/config/try/', 'super-user'],
    ['/api/departments POST', 'super-user'],
    ['/api/emergency-messages', 'super-user'],
    ['/api/import', 'admin'],
    ['/api/osm/', 'admin'],
    ['/api/restaurant/', 'admin'],
    ['/api/restaurants POST', 'admin'],
    ['/api/restaurants/:id PATCH', 'admin'],
    ['/api/system-settings POST', 'super-user'],
    ['/api/test-email', 'super-user'],
    ['/api/yelp/', 'admin'],
  ]
  ranks.sort(([one], [other]) => other.length - one.length)
  const served = routes
    .filter(({ access }) => access !== 'public')
    .map(({ method, url, access }) => [`${url} ${method}`, access] as const)
  expect(served).toEqual(
    served.map(([name]) => [name, ranks.find(([beginning]) => name.startsWith(beginning))?.[1] ?? 'user']),
  )
})

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

function accessOf(route: RouteOptions) {
  return route.config?.access ?? 'public'
}

function propertyNames(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = 'properties' in schema && schema.properties ? Object.keys(schema.properties) : []
  return [...own, ...Object.values(schema).flatMap(propertyNames)]
}
