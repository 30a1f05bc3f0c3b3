// On both engines: dialect.
import { CompiledQuery, createQueryId, type RootOperationNode } from 'kysely'
import { expect, test } from 'vitest'
import { listDueLunchIds } from '#features/lunches/server/lunch-clock.ts'
import { countOverview } from '#features/overview/server/overview-api.ts'
import { batchRatings, createRating, updateRating } from '#features/ratings/contract.ts'
import { listRatingPage } from '#features/ratings/server/search-ratings.ts'
import { engineOf } from '#kit/server/database/drivers/dialect.ts'
import type { Db } from '#kit/server/database/schema.ts'
import { TableRecorder } from '#kit/server/database/tables/table-recorder.ts'
import { countStatements } from '#tests/support/databases/count-statements.ts'
import { startApp } from '#tests/support/start-app.ts'

/* No statement of the calls that are frequent at noon scans a whole table, unless it is a short one. */

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
const restaurantIds = [id, id + 1]
const added = await app.as(user).call(createRating, { body: { restaurantId: id, value: 3 } })

test.each<[string, () => Promise<{ status: number }>]>([
  ['the signed-in user', () => ana.fetch('/api/user')],
  ['the restaurants of a campus', () => ana.fetch('/api/restaurants/campus/arden')],
  ['the user’s own ratings', () => ana.fetch(`/api/users/${user.id}/ratings`)],
  ['a batch of ratings', () => ana.call(batchRatings, { body: { restaurantIds } })],
  ['the unrated restaurants of a campus', () => ana.fetch('/api/restaurants/unrated/arden')],
  ['a restaurant', () => ana.fetch(`/api/restaurants/${id}`)],
  ['the reviews of a restaurant', () => ana.fetch(`/api/restaurants/${id}/ratings?limit=20`)],
  ['the average of a restaurant', () => ana.fetch(`/api/restaurants/${id}/average-rating`)],
  ['the user’s own rating of a restaurant', () => ana.fetch(`/api/restaurants/${id}/user-rating`)],
  ['the ratings of the user’s department', () => ana.fetch(`/api/restaurants/${id}/department-stats`)],
  ['a random pick', () => ana.fetch('/api/restaurants/random/arden')],
  ['the favorites', () => ana.fetch('/api/favorites')],
  ['the alerts', () => ana.fetch('/api/emergency-messages/active')],
  ['the campuses', () => ana.fetch('/api/campuses')],
  ['saving a rating', () => ana.call(createRating, { body: { restaurantId: id, value: 4 } })],
  ['changing a rating', () => ana.call(updateRating, { params: { id: added.body.id }, body: { value: 5 } })],
])('%s: no long table is scanned', async (_, call) => {
  collector.nodes.length = 0
  const { status } = await call()
  expect(status).toBe(200)
  expect(collector.nodes.length).toBeGreaterThan(0)
  for (const { sql, parameters } of collector.statements()) {
    const scanned = (await explain(sql, parameters)).filter(table => !short.includes(table))
    expect(scanned, sql).toEqual([])
  }
})

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
