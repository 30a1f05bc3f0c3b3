// On both engines: transactions.
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createRatingFor, saveRatingsFor } from '#features/ratings/admin-ratings-contract.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { requestOf } from '#tests/support/calls/caller.ts'
import { listEndpoints } from '#tests/support/calls/endpoints.ts'
import { startApp } from '#tests/support/start-app.ts'

/* PostgreSQL rejects numbers that its integer columns can't hold. Callers must never get a 500 for that. */

const app = await startApp({ RATE_LIMITS: 'off' })
const primary = await app.primary()
const largeIds = [2_147_483_648, 9_007_199_254_740_991]

type JsonSchema = {
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  enum?: unknown[]
  anyOf?: JsonSchema[]
}

const isId = (name: string) => /(^id|Id|^ids|Ids)$/.test(name)

/** A value that the schema accepts in what matters here. Optional fields are left out unless they are ids. */
function sampleOf(schema: JsonSchema, nextId: () => number, name = ''): unknown {
  if (schema.anyOf) return sampleOf(schema.anyOf[0] ?? {}, nextId, name)
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'array') return [sampleOf(schema.items ?? {}, nextId, name)]
  if (schema.type === 'object') {
    const fields = Object.entries(schema.properties ?? {})
    const chosen = fields.filter(([field]) => isId(field) || schema.required?.includes(field))
    return Object.fromEntries(chosen.map(([field, inner]) => [field, sampleOf(inner, nextId, field)]))
  }
  if (isId(name)) return schema.type === 'string' ? String(nextId()) : nextId()
  if (schema.type === 'boolean') return true
  return schema.type === 'integer' || schema.type === 'number' ? 3 : 'sample@example.org'
}

/** A call of the endpoint with valid ids that belong to nothing, except that the one at `place` is `id`. */
function callWith(endpoint: Endpoint, place: number, id: number) {
  let count = 0
  const nextId = () => (count++ === place ? id : 2_147_483_647)
  const part = (schema: Endpoint['body']) =>
    schema &&
    sampleOf(z.toJSONSchema(schema as never, { io: 'input', unrepresentable: 'any' }) as JsonSchema, nextId)
  const [params, query, body] = [endpoint.params, endpoint.query, endpoint.body].map(part)
  const file = new Blob(['x'])
  return { ...requestOf(endpoint, { params, query, body, file } as never), places: count }
}

const places = (await listEndpoints()).flatMap(endpoint =>
  Array.from({ length: callWith(endpoint, 0, 1).places }, (_, place) => ({ ...endpoint, place })),
)

test.each(places)('$method $path survives a huge id at $place [T-36]', async ({ place, ...endpoint }) => {
  for (const id of largeIds) {
    const { path, init } = callWith(endpoint, place, id)
    const { status } = await app.as(primary).fetch(path, init)
    expect([200, 204, 400, 404, 503], `${status} for ${id}`).toContain(status)
  }
})

test.each(largeIds)('rating for a user or restaurant with the id %s is a 404', async id => {
  const root = app.as(primary)
  const { id: restaurantId } = await app.restaurant()
  const rate = (ids: { userId?: number; restaurantId?: number }) =>
    root.call(createRatingFor, { body: { userId: primary.id, restaurantId, value: 3, ...ids } })
  expect((await rate({ userId: id })).status).toBe(404)
  expect((await rate({ restaurantId: id })).status).toBe(404)
  const body = { userId: id, ratings: [{ restaurantId, value: 3 }] }
  expect((await root.call(saveRatingsFor, { body })).status).toBe(404)
})
