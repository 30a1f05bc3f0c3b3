// On both engines: transactions, and numbers that the columns of ids can't hold.
import { beforeEach, expect, test } from 'vitest'
import { listedCalls, type Sent, sendSample } from '#tests/support/calls/endpoints.ts'
import { digestTables } from '#tests/support/databases/digest-tables.ts'
import { samplesOf } from '#tests/support/samples/calls.ts'
import { startApp } from '#tests/support/start-app.ts'

/* PostgreSQL rejects numbers that its integer columns can't hold. Callers must never get a 500 for that. */

const app = await startApp({ RATE_LIMITS: 'off', OVERPASS_URL: 'off' })
const sampleOf = await samplesOf(app)
const primary = await app.primary()
// The ids of passkeys are the browsers' own.
const calls = (await listedCalls()).calls.filter(
  ({ endpoint }) => !/passkeys(\/sign-in)?$/.test(endpoint.path),
)
const unknown = [2_147_483_647, 2_147_483_648, 9_007_199_254_740_991]

/** Where ids are something else than numbers of our things, or what is unknown is left out. */
const answers: Record<string, number[]> = {
  'DELETE /api/admin/restaurants/bulk-delete': [200, 400],
  'DELETE /api/hidden/:restaurantId': [204, 400],
  'POST /api/imports': [400, 503],
  'POST /api/osm/apply': [400, 503],
  'POST /api/restaurants/batch/ratings-data': [200, 400],
  'POST /api/yelp/import': [503],
}

/** What a call says about an id of nothing, by how its path begins. */
const sentences: [beginning: string, sentence: string | RegExp][] = [
  ['/api/restaurants/:id/user-rating', 'You have not rated this restaurant'],
  ['/api/restaurant', 'Restaurant not found'],
  ['/api/admin/restaurants', 'Restaurant not found'],
  ['/api/admin/campuses', 'Campus not found'],
  ['/api/admin/mails', 'This mail was sent or removed in the meantime'],
  ['/api/admin/suggestions', /^This was not found\. Its sender’s account may be /],
  ['/api/admin/trash', 'It is no longer in the trash'],
  ['/api/emergency-messages', 'System alert not found'],
  ['/api/favorites/:id', 'Favorite not found'],
  ['/api/favorites/by-restaurant', 'Favorite not found for this restaurant'],
  ['/api/imports', 'Import not found'],
  ['/api/lunches', 'Lunch not found'],
  ['/api/passkeys', 'Passkey not found'],
  ['/api/push/devices', 'Device not found'],
  ['/api/standing-lunches', 'This lunch doesn’t repeat any more'],
  ['/api/visits', 'Visit not found'],
  ['/api/users', 'User not found'],
  ['/api/admin/users', 'User not found'],
  ['/api/admin/profile-images', 'User not found'],
  ['/api/ratings/:id', 'Rating not found'],
  ['/api/admin/ratings/:id', 'Rating not found'],
  ['/api/tokens', 'Access token not found'],
  ['/api/admin/tokens', 'Access token not found'],
]

/** The ids in what is sent, each with how it is replaced. */
function idsIn(value: unknown, replace: (value: unknown) => Sent, name = ''): ((id: number) => Sent)[] {
  if (value instanceof Blob) return []
  if (Array.isArray(value))
    return value.flatMap((item, index) => idsIn(item, changed => replace(value.with(index, changed)), name))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([field, inner]) =>
      idsIn(inner, changed => replace({ ...value, [field]: changed }), field),
    )
  if (!/(^id|Id|^ids|Ids)$/.test(name)) return []
  return [id => replace(typeof value === 'string' ? String(id) : id)]
}

beforeEach(() => app.db.deleteFrom('lunches').execute())

test.each(calls)('$name of an unknown or huge id writes nothing [T-36]', async ({ name, endpoint }) => {
  const sent = await sampleOf(endpoint, primary)
  const before = await digestTables(app)
  for (const changed of idsIn(sent, value => value as Sent))
    for (const id of unknown) {
      const about = changed(id)
      const { status, text } = await sendSample(app.as(primary), endpoint, about)
      const own = endpoint.path.startsWith('/api/user/') ? [403] : []
      expect(answers[name] ?? [400, 404, ...own], `${status} for ${id}`).toContain(status)
      const sentence = sentences.find(([beginning]) => endpoint.path.startsWith(beginning))?.[1]
      if (status === 404 && sentence && about.params !== sent.params)
        expect(JSON.parse(text).message).toEqual(
          typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
        )
    }
  expect(await digestTables(app)).toEqual(before)
})
