// On both engines: searches.
import { expect, test } from 'vitest'
import { listUsers } from '#features/accounts/users-contract.ts'
import { listAuditLogs } from '#features/audit/contract.ts'
import { listAllRatings } from '#features/ratings/admin-ratings-contract.ts'
import { listReviews } from '#features/ratings/contract.ts'
import { listRestaurants } from '#features/restaurants/contract.ts'
import { listAdminSuggestions } from '#features/suggestions/contract.ts'
import { listTrash } from '#features/trash/contract.ts'
import { addressOf, type Endpoint, type Reply } from '#kit/contract/endpoint.ts'
import { compareNames } from '#kit/rules/texts/names.ts'
import { searchFor } from '#kit/rules/texts/search.ts'
import { trimText } from '#kit/rules/texts/text.ts'
import { listEndpoints, nameOf } from '#tests/support/calls/endpoints.ts'
import { fillLists, searches } from '#tests/support/samples/fill-lists.ts'
import { schemaOf } from '#tests/support/samples/values.ts'
import { startApp } from '#tests/support/start-app.ts'

/*
 * Every list that comes in pages, against a plain reference: a search finds what contains the text as `searchFor` compares it,
 * never as SQL or as a pattern; filters leave the others out; rows come in the list's own order or sorted by any key; pages are
 * slices of it all. Results are the same with each engine.
 */

const app = await startApp({ RATE_LIMITS: 'off' })
const { db } = app
const root = app.as(await app.superUser({ firstName: 'Zoe', lastName: 'Quill', email: 'quill@two.example' }))
const { person, place } = await fillLists(app, root)
const campusNames = new Map(
  (await db.selectFrom('campuses').selectAll().execute()).map(row => [row.code, row.name]),
)
const ratings = Map.groupBy(await db.selectFrom('ratings').selectAll().execute(), row => row.restaurantId)

type Order = 'asc' | 'desc'
type Key = string | number | null
type Rule<Row> = {
  /** What the list is ordered by on its own, with the id among equals. */
  own: [key: (row: Row) => Key, order: Order]
  texts?: (row: Row) => (string | null | undefined)[]
  /** What is searched in another way. */
  finds?: (row: Row, search: string) => boolean
  sorts?: Record<string, (row: Row) => Key>
  /** Keys in descending order unless the other is asked for, and those whose equals are ordered by their ids. */
  falling?: string[]
  byId?: string[]
  filters: [query: Record<string, string>, fits: (row: Row) => boolean][]
}
type Listed = { call: Endpoint; rule: Rule<{ id: number }>; params: object }
const listed = <E extends Endpoint>(
  call: E,
  rule: Rule<Reply<E> extends (infer Row)[] ? Row : never>,
  params = {},
) => ({ call, rule, params }) as unknown as Listed

const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`
const campusOf = ({ campusCode }: { campusCode: string }) => campusNames.get(campusCode) ?? campusCode
const foldComment = (text: string) => text.toLowerCase().replaceAll('’', "'").normalize('NFC')
function meanOf({ id }: { id: number }) {
  const given = ratings.get(id) ?? []
  return given.length === 0 ? null : given.reduce((sum, { value }) => sum + value, 0) / given.length
}

const lists = [
  listed(listUsers, {
    own: [fullName, 'asc'],
    texts: row => [fullName(row), row.email, row.campusCode, campusOf(row), row.department],
    sorts: {
      name: fullName,
      email: row => row.email,
      campusCode: campusOf,
      department: row => row.department,
      role: row => ['user', 'admin', 'super-user'].indexOf(row.role) + Number(row.isPrimaryAdmin),
      createdAt: row => row.createdAt,
    },
    filters: [
      [{ verified: 'true' }, row => row.isVerified],
      [{ verified: 'false' }, row => !row.isVerified],
    ],
  }),
  listed(listAuditLogs, {
    own: [row => row.createdAt, 'desc'],
    texts: ({ action, details, ipAddress, user }) => [
      ...[action, action.replaceAll('_', ' '), details, ipAddress, user?.email, user && fullName(user)],
    ],
    filters: [
      [{ action: 'RATING_DELETED' }, row => row.action === 'RATING_DELETED'],
      [{ userId: `${person.id}` }, row => row.userId === person.id],
      [{ from: '2026-06-02' }, row => row.createdAt >= '2026-06-02'],
      [{ to: '2026-06-01' }, row => row.createdAt < '2026-06-02'],
      [{ from: '2026-06-02T12:04:00Z' }, row => row.createdAt >= '2026-06-02T12:04'],
      [{ to: '2026-06-02T08:04:00-04:00' }, row => row.createdAt <= '2026-06-02T12:04:00.000Z'],
    ],
  }),
  listed(listAdminSuggestions, {
    own: [row => row.id, 'desc'],
    texts: ({ sender, name, restaurant, address, text, reply }) => [
      ...[fullName(sender), sender.email, name, restaurant?.name, address, text, reply],
    ],
    filters: [
      [{ state: 'open' }, row => row.state === 'open'],
      [{ state: 'declined' }, row => row.state === 'declined'],
    ],
  }),
  listed(listRestaurants, {
    own: [row => row.name, 'asc'],
    texts: row => [row.name, row.address],
    sorts: {
      name: row => row.name,
      // Campuses are sorted by the name that the list shows.
      campusCode: campusOf,
      price: row => row.price?.length ?? null,
      distance: row => row.distance,
      travelTime: row => row.travelTime || null,
      avgRating: meanOf,
      ratingCount: row => row.ratingCount,
      updatedAt: row => row.updatedAt,
    },
    filters: [
      [{ campusCode: 'brevard' }, row => row.campusCode === 'brevard'],
      [{ todo: 'price' }, row => row.price === null && !row.disabled],
    ],
  }),
  listed(listAllRatings, {
    own: [row => row.updatedAt, 'desc'],
    texts: ({ user, restaurant }) => [fullName(user), user.email, restaurant.name],
    // Their accents count.
    finds: ({ comment }, search) => foldComment(comment ?? '').includes(foldComment(trimText(search))),
    sorts: {
      updatedAt: row => row.updatedAt,
      user: row => fullName(row.user),
      restaurant: row => row.restaurant.name,
      campusCode: row => row.restaurant.campusCode,
      value: row => row.value,
    },
    byId: ['value'],
    falling: ['updatedAt', 'value'],
    filters: [
      [{ campusCode: 'brevard' }, row => row.restaurant.campusCode === 'brevard'],
      [{ restaurantId: `${place.id}` }, row => row.restaurantId === place.id],
      [{ userId: `${person.id}` }, row => row.userId === person.id],
    ],
  }),
  listed(listTrash, {
    own: [row => row.deletedAt, 'desc'],
    texts: ({ name, description, deletedBy }) => [name, description, deletedBy && fullName(deletedBy)],
    filters: [
      [{ kind: 'rating' }, row => row.kind === 'rating'],
      [{ kind: 'restaurant' }, row => row.kind === 'restaurant'],
    ],
  }),
  listed(
    listReviews,
    {
      own: [row => row.updatedAt, 'desc'],
      filters: [[{ department: 'Finance' }, row => row.user.department === 'Finance']],
    },
    { id: place.id },
  ),
]

const queryOf = ({ query }: Endpoint) => (query && schemaOf(query).properties) ?? {}

test('every list of the contract that comes in pages is here, with its keys', async () => {
  const paged = (await listEndpoints()).filter(call => 'offset' in queryOf(call))
  expect(lists.map(({ call }) => nameOf(call)).sort()).toEqual(paged.map(nameOf).sort())
  for (const { call, rule } of lists) {
    const { search, sort } = queryOf(call)
    expect(search !== undefined).toBe(rule.texts !== undefined)
    expect(sort?.enum?.toSorted()).toEqual(rule.sorts && Object.keys(rule.sorts).sort())
  }
})

test.each(lists)(
  '$call.path: searches, filters, orders and pages [T-121]',
  async ({ call, rule, params }) => {
    const read = async (query: Record<string, string>) => {
      const reply = await root.fetch(addressOf(call, { params, query }))
      return {
        total: Number(reply.headers.get('x-total-count')),
        rows: (await reply.json()) as { id: number }[],
      }
    }
    /** Whole, and in a page. */
    const expectFound = async (query: Record<string, string>, expected: { id: number }[]) => {
      const ids = expected.map(({ id }) => id)
      const whole = await read(query)
      expect([query, whole.total, whole.rows.map(({ id }) => id)]).toEqual([query, ids.length, ids])
      const offset = ids.length % 3
      const page = await read({ ...query, limit: '2', offset: `${offset}` })
      expect([query, page.total, page.rows]).toEqual([
        query,
        ids.length,
        whole.rows.slice(offset, offset + 2),
      ])
    }
    const finder = (search: string) => {
      const matches = searchFor(search.replace('\0', ''))
      return (row: { id: number }) =>
        rule.texts?.(row).some(text => text && matches(text)) || rule.finds?.(row, search)
    }
    const [key, order] = rule.own
    const byId = (await read({})).rows.sort((a, b) => (order === 'asc' ? a.id - b.id : b.id - a.id))
    const all = sorted(byId, key, order)
    expect(all.length).toBeGreaterThan(3)
    for (const query of [{ limit: '0' }, { limit: '1001' }, { offset: '-1' }])
      expect((await root.fetch(addressOf(call, { params, query }))).status).toBe(400)
    await expectFound({}, all)
    for (const [query, fits] of rule.filters) await expectFound(query, all.filter(fits))
    for (const [i, search] of (rule.texts ? searches : []).entries()) {
      // Of all, or with one of the filters.
      const filter = i % 2 ? rule.filters[(i >> 1) % rule.filters.length] : undefined
      const [query, fits] = filter ?? [{}, () => true]
      await expectFound({ search, ...query }, all.filter(finder(search)).filter(fits))
    }
    if (rule.texts) expect(all.filter(finder('ONERROR=ALERT(1)'))).not.toEqual([])
    for (const [sort, key] of Object.entries(rule.sorts ?? {}))
      for (const order of ['asc', 'desc', undefined] as const) {
        const direction = order ?? (rule.falling?.includes(sort) ? 'desc' : 'asc')
        const rows = sorted(rule.byId?.includes(sort) ? byId : all, key, direction)
        const query = { sort, ...(order && { order }) }
        await expectFound(query, rows)
        const afterAll = await read({ ...query, limit: '2', offset: `${rows.length}` })
        expect(afterAll).toEqual({ total: rows.length, rows: [] })
        await expectFound({ ...query, search: 'e' }, rows.filter(finder('e')))
      }
  },
)

/** Those without a key come last in either order. */
function sorted<Row>(rows: Row[], keyOf: (row: Row) => Key, order: Order): Row[] {
  const [known, unknown] = [true, false].map(is => rows.filter(row => (keyOf(row) !== null) === is)) as [
    Row[],
    Row[],
  ]
  const compare = (a: Key, b: Key) => (typeof a === 'number' ? a - Number(b) : compareNames(`${a}`, `${b}`))
  known.sort((a, b) => (order === 'asc' ? 1 : -1) * compare(keyOf(a), keyOf(b)))
  return [...known, ...unknown]
}
