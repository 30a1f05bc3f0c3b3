import { expect, test } from 'vitest'
import type { Row } from '#kit/server/database/schema.ts'
import { listedCalls, sendSample } from '#tests/support/calls/endpoints.ts'
import { digestTables } from '#tests/support/databases/digest-tables.ts'
import { lunchesOf } from '#tests/support/people/lunches.ts'
import { samplesOf } from '#tests/support/samples/calls.ts'
import { startApp } from '#tests/support/start-app.ts'

/*
 * What who-may.test.ts can't tell from a status: people's own data that is called without an id, lunches that only some people
 * may see, and accounts of equal and higher ranks.
 */

const app = await startApp({ RATE_LIMITS: 'off' })
const { eaterOf } = lunchesOf(app)
const primary = await app.primary()
const place = await app.restaurant()
const sampleOf = await samplesOf(app, async () => place.id)
const { calls } = await listedCalls()

test('a user’s own data can’t be seen, changed or deleted by anyone else, whatever their rank [T-36 T-39 T-52]', async () => {
  const own = calls.filter(({ whose }) => whose === 'mine')
  const reads = own.filter(({ endpoint }) => endpoint.method === 'GET')
  const params = { id: place.id, restaurantId: place.id, campusCode: 'arden' }
  /** What a user reads of their own data, without the averages and counts of all users that come with it. */
  const readAs = (who: Row<'users'>) =>
    Promise.all(
      reads.map(async ({ name, endpoint }) => {
        const { status, text } = await sendSample(app.as(who), endpoint, { params, query: {} })
        const ofAll = /"(averageRating|avgRating|ratingCount|lastOfCampus|peopleLast30Days)":[^,}]+/g
        return [name, status, text.replaceAll(ofAll, '')]
      }),
    )
  const rowsOf = ({ id }: Row<'users'>) =>
    Promise.all(
      tablesOfPeople.map(table =>
        app.db
          .selectFrom(table as 'ratings')
          .selectAll()
          .where('userId', '=', id)
          .execute(),
      ),
    )

  const strangers = [await app.user(), await app.admin(), await app.superUser(), primary]
  const owner = await app.user()
  const writes = []
  for (const call of own.filter(call => !reads.includes(call))) {
    const { endpoint } = call
    writes.push({ endpoint, sent: endpoint.body ? await sampleOf(endpoint, owner) : { params, query: {} } })
  }
  const before = await Promise.all(strangers.map(readAs))
  for (const { endpoint, sent } of writes)
    if (endpoint.method !== 'DELETE') {
      const { status, text } = await sendSample(app.as(owner), endpoint, sent)
      expect(status, `${endpoint.path}: ${text}`).toBeLessThan(500)
    }
  expect(await Promise.all(strangers.map(readAs))).toEqual(before)

  const seen = await readAs(owner)
  const kept = await rowsOf(owner)
  expect(kept.filter(rows => rows.length === 0)).toEqual([])
  // Whoever signs in to a browser gets its notifications.
  for (const stranger of strangers)
    for (const { endpoint, sent } of writes)
      if (endpoint.path !== '/api/push/devices') await sendSample(app.as(stranger), endpoint, sent)
  expect(await rowsOf(owner)).toEqual(kept)
  expect(await readAs(owner)).toEqual(seen)
})

const tablesOfPeople = [
  'accessTokens',
  'calendarFeeds',
  'favorites',
  'hiddenRestaurants',
  'pushChoices',
  'ratings',
  'reminders',
  'suggestions',
  'visits',
] as const

test.each(calls.filter(({ endpoint }) => endpoint.path.startsWith('/api/lunches/:id')))(
  'a lunch of one department can’t be found by another one with $name [T-39 T-153]',
  async ({ endpoint }) => {
    const host = await app.user({ department: 'Worship' })
    const { body } = await sampleOf(endpoint, await app.user())
    const { id } = await eaterOf(host).start([place], { department: 'Worship', note: 'Among us' })
    const outsider = app.as(await app.user({ department: 'Finance' }))
    const before = await digestTables(app)
    const { status, text } = await sendSample(outsider, endpoint, { params: { id }, query: {}, body })
    expect(status).toBe(404)
    expect(text).not.toContain('Among us')
    expect(await digestTables(app)).toEqual(before)
  },
)

const imageRefusal =
  /^You are not allowed to do this$|^Only the primary admin can change its own profile image$/
const refusals: Record<string, RegExp> = {
  'DELETE /api/admin/users/:id': /^(You are not allowed to|Cannot) delete th(is|e primary admin) account$/,
  'DELETE /api/admin/users/:id/sign-on-link': /^You are not allowed to change how this account signs in$/,
  'DELETE /api/admin/profile-images/:id': imageRefusal,
  'POST /api/admin/profile-images/:id': imageRefusal,
  'PATCH /api/admin/users/:id':
    /^You are not allowed to change the (first name|right to sign in) of this account$/,
  'POST /api/admin/users/:id/resend-verification': /^You are not allowed to verify this account$/,
}

test.each(calls.filter(({ whose }) => whose === 'lower'))(
  '$name changes no account of equal or higher rank [T-32 T-39]',
  async ({ name, endpoint }) => {
    const [admin, otherAdmin, superUser] = [await app.admin(), await app.admin(), await app.superUser()]
    const sent = await sampleOf(endpoint, superUser)
    // The name alone could be corrected.
    if (endpoint.method === 'PATCH') sent.body = { firstName: 'Sam', canLogin: false }
    const before = await digestTables(app)
    for (const [actor, targets] of [
      [admin, [otherAdmin, superUser, primary]],
      [superUser, [primary]],
    ] as const)
      for (const { id } of targets) {
        const { status, text } = await sendSample(app.as(actor), endpoint, { ...sent, params: { id } })
        expect([status, JSON.parse(text).message]).toEqual([
          403,
          expect.stringMatching(refusals[name] ?? name),
        ])
      }
    expect(await digestTables(app)).toEqual(before)
  },
)
