// On both engines: dialect, transactions.
import { CompiledQuery, createQueryId, type RootOperationNode } from 'kysely'
import { expect, test } from 'vitest'
import { listAllTokens } from '#features/accounts/tokens-contract.ts'
import { addFavorite } from '#features/favorites/contract.ts'
import { listDueLunchIds } from '#features/lunches/server/lunch-clock.ts'
import { countOverview } from '#features/overview/server/overview-api.ts'
import { batchRatings, createRating, updateRating } from '#features/ratings/contract.ts'
import { listRatingPage } from '#features/ratings/server/search-ratings.ts'
import { listAdminSuggestions } from '#features/suggestions/contract.ts'
import { addressOf } from '#kit/contract/endpoint.ts'
import { engineOf } from '#kit/server/database/drivers/dialect.ts'
import type { Db } from '#kit/server/database/schema.ts'
import { TableRecorder } from '#kit/server/database/tables/table-recorder.ts'
import { countStatements } from '#tests/support/databases/count-statements.ts'
import { startApp } from '#tests/support/start-app.ts'

/*
 * Of the calls that are frequent at noon no statement scans a whole table, unless it is a short one; and how many they take:
 * each one is a round trip on PostgreSQL.
 */

const app = await startApp()
const isPostgres = engineOf(app.db) === 'postgres'
// 'wanted' is the list that a statement was given.
const short = ['campuses', 'departments', 'systemAlerts', 'systemSettings', 'tableVersions', 'wanted']

class Collector extends TableRecorder {
  readonly nodes: RootOperationNode[] = []

  override record(node: RootOperationNode): void {
    this.nodes.push(node)
  }

  readonly statements = () => this.nodes.map(node => app.db.getExecutor().compileQuery(node, createQueryId()))
}

const collector = new Collector()
const collected = await countStatements({ ...app, db: app.db.withPlugin(collector) })
const user = await app.user()
const ana = collected.as(user)
const { id } = await app.restaurant()
// Two, since the number of statements must not depend on it.
for (const restaurantId of [id, (await app.restaurant()).id])
  await app.as(user).call(addFavorite, { body: { restaurantId } })
const restaurantIds = [id, id + 1]
const added = await app.as(user).call(createRating, { body: { restaurantId: id, value: 3 } })

/** How many it takes, and a table that it has to read as a whole. */
type Statements = [atFirst: number, again: number, whole?: string]
test.each<[string, string | (() => Promise<{ status: number }>), Statements?]>([
  ['the signed-in user', '/api/user', [1, 1]],
  ['the restaurants of a campus', '/api/restaurants/campus/arden', [6, 2]],
  ['the unrated restaurants of a campus', '/api/restaurants/unrated/arden', [6, 2]],
  ['the user’s own ratings', `/api/users/${user.id}/ratings`, [3, 1]],
  ['the favorites', '/api/favorites', [6, 2]],
  ['the campuses', '/api/campuses', [2, 1]],
  ['the departments', '/api/departments', [2, 1]],
  ['the alerts', '/api/emergency-messages/active', [2, 1]],
  ['the suggestions', '/api/restaurants/campus/arden/for-you', [11, 3, 'restaurants']],
  ['the favorites of Home', '/api/favorites/restaurant-ids', [3, 1]],
  ['all averages', '/api/restaurants/ratings', [3, 2, 'restaurants']],
  ['the public configuration', '/api/config/public', [1, 0]],
  ['a batch of ratings', () => ana.call(batchRatings, { body: { restaurantIds } })],
  ['a restaurant', `/api/restaurants/${id}`],
  ['the reviews of a restaurant', `/api/restaurants/${id}/ratings?limit=20`],
  ['the average of a restaurant', `/api/restaurants/${id}/average-rating`],
  ['the user’s own rating of a restaurant', `/api/restaurants/${id}/user-rating`],
  ['the ratings of the user’s department', `/api/restaurants/${id}/department-stats`],
  ['a random pick', '/api/restaurants/random/arden'],
  ['saving a rating', () => ana.call(createRating, { body: { restaurantId: id, value: 4 } })],
  ['changing a rating', () => ana.call(updateRating, { params: { id: added.body.id }, body: { value: 5 } })],
])(
  '%s: no long table is scanned, and as many statements are sent as expected',
  async (_, sent, [atFirst, again, whole]: Statements = [0, 0]) => {
    const call = async () => {
      const { status } = await (typeof sent === 'string' ? ana.fetch(sent) : sent())
      expect(status).toBe(200)
    }
    await ana.fetch('/api/user')
    collector.nodes.length = 0
    const statements = await collected.statementsOf(call)
    expect(collector.nodes.length).toBeGreaterThan(0)
    for (const { sql, parameters } of collector.statements()) {
      const scanned = (await explain(sql, parameters)).filter(table => ![...short, whole].includes(table))
      expect(scanned, sql).toEqual([])
    }
    if (atFirst > 0) expect([statements, await collected.statementsOf(call)]).toEqual([atFirst, again])
  },
)

test('the overview scans no table that grows every day', async () => {
  collector.nodes.length = 0
  await countOverview({ ...app.deps, db: app.db.withPlugin(collector) })
  const growing = ['ratings', 'lunches', 'visits', 'signInDays', 'auditLogs']
  const scanned = new Set<string>()
  for (const { sql, parameters } of collector.statements())
    for (const table of await explain(sql, parameters)) scanned.add(table)
  expect(scanned).toContain('departmentTallies')
  expect(growing.filter(table => scanned.has(table))).toEqual([])
})

test.runIf(isPostgres)('a search does not go through a list of ids for each rating', async () => {
  const matches = { userIds: [97, 98], restaurantIds: [3, 4], ratingIds: [4, 5] }
  const page = { limit: 50, offset: 0, areFew: true }
  const plan = await planOf(db => listRatingPage(db, { matches }, { by: 'value', order: 'desc' }, page))
  expect(plan).toContain('SubPlan')
  expect(plan).not.toMatch(/Filter: .*(= ANY|<> ALL)/)
})

test('a full table scan would be noticed', async () => {
  expect(await explain('select * from "restaurants" where "hours" is null', [])).toEqual(['restaurants'])
})

test.each([
  ['updatedAt', 'ratings_time'],
  ['value', 'ratings_value'],
] as const)('a page of all ratings by %s is read in the order of an index', async (sort, index) => {
  const page = { limit: 50, offset: 0, areFew: false }
  const plan = await planOf(db => listRatingPage(db, {}, { by: sort, order: 'desc' }, page))
  expect(plan).toContain(index)
  // Only the page itself is sorted once more, after its users and restaurants were added.
  expect(plan.match(/TEMP B-TREE|-> {2}Sort/g)?.length ?? 0).toBeLessThan(2)
})

test('votes that are due are found by the index of open votes', async () => {
  expect(await planOf(db => listDueLunchIds(db, '2026-11-20T17:00:00.000Z'))).toContain('lunches_due')
})

test('after a colleague has rated, the suggestions are not made again, and the favorites of Home not even checked', async () => {
  const [suggestions, favorites] = [
    '/api/restaurants/campus/arden/for-you',
    '/api/favorites/restaurant-ids',
  ].map(path => () => ana.fetch(path))
  if (!suggestions || !favorites) throw new Error('no calls')
  // With three ratings, a place says more than before.
  for (let n = 0; n < 3; n += 1)
    await app.as(await app.user()).call(createRating, { body: { restaurantId: id, value: 4 } })
  for (const call of [suggestions, favorites]) await call()
  await app.as(await app.user()).call(createRating, { body: { restaurantId: id, value: 5 } })
  // The places are looked at again, once for everyone, and are as they were.
  expect(await collected.statementsOf(suggestions)).toBe(5)
  expect(await collected.statementsOf(suggestions)).toBe(3)
  expect(await collected.statementsOf(favorites)).toBe(1)
})

const createdAt = '2026-06-01T12:00:00.000Z'

test.each([
  {
    list: 'suggestions',
    call: listAdminSuggestions,
    add: (n: number, userId: number) => {
      const asked = { kind: 'restaurant', state: 'open', name: `Place ${n}`, address: '1 Main St' } as const
      const campusCode = n % 2 ? 'arden' : 'brevard'
      return app.insert('suggestions', { ...asked, userId, campusCode, text: '', createdAt })
    },
  },
  {
    list: 'access tokens',
    call: listAllTokens,
    add: (n: number, userId: number) => {
      const token = { name: 'Robot', tokenHash: `${n}`, readOnly: true, expiresAt: createdAt }
      return app.insert('accessTokens', { ...token, userId, createdAt })
    },
  },
])('the list of all $list takes as many statements for five people as for two', async ({ call, add }) => {
  const admin = collected.as(await app.admin())
  const statements = () => collected.statementsOf(() => admin.fetch(addressOf(call)))
  const addFrom = async (...numbers: number[]) => {
    for (const n of numbers) await add(n, (await app.user()).id)
  }
  await addFrom(1, 2)
  await statements()
  const few = await statements()
  await addFrom(3, 4, 5)
  expect(await statements()).toBe(few)
})

async function planOf(read: (db: Db) => Promise<unknown>): Promise<string> {
  collector.nodes.length = 0
  await read(app.db.withPlugin(collector))
  const [first] = collector.statements()
  if (!first) throw new Error('It reads nothing')
  return (await explainLines(first.sql, first.parameters)).join('\n')
}

/** The tables that a statement scans completely. */
async function explain(sql: string, parameters: readonly unknown[]): Promise<string[]> {
  const scan = isPostgres ? /Seq Scan on "?(\w+)/ : /^SCAN (?!json_each|CONSTANT)(\w+)/
  return (await explainLines(sql, parameters)).flatMap(line => scan.exec(line)?.[1] ?? [])
}

async function explainLines(sql: string, parameters: readonly unknown[]): Promise<string[]> {
  // The placeholders of prepared statements have no values yet, so they get sample values.
  const values = parameters.map((value, index) => {
    if (typeof value !== 'object' || Array.isArray(value)) return value
    return sql.includes(`any($${index + 1})`) ? ['1'] : '1'
  })
  if (!isPostgres) {
    const plan = CompiledQuery.raw(`explain query plan ${sql}`, values)
    return (await app.db.executeQuery<{ detail: string }>(plan)).rows.map(row => row.detail)
  }
  return app.db.transaction().execute(async tx => {
    // Makes PostgreSQL use an index wherever there is one, even with few rows.
    for (const way of ['seqscan', 'bitmapscan', 'sort', 'hashjoin', 'mergejoin'])
      await tx.executeQuery(CompiledQuery.raw(`set local enable_${way} = off`))
    const plan = CompiledQuery.raw(`explain (costs off) ${sql}`, values)
    const { rows } = await tx.executeQuery<{ 'QUERY PLAN': string }>(plan)
    return rows.map(row => row['QUERY PLAN'])
  })
}
