import { expect, test } from 'vitest'
import { batchRatings } from '#features/ratings/contract.ts'
import { startApp } from '#tests/support/start-app.ts'
import { documentText } from './openapi.ts'

/* What holds for the whole description of the API, and for every reply that it describes. */

const app = await startApp()

type Json = Record<string, unknown>
type Responses = Record<string, { headers?: Json; content?: Record<string, { schema: Json }> }>
type Document = {
  paths: Record<string, Record<string, { responses: Responses }>>
  components: { schemas: Record<string, Json>; headers: Json }
}

const { paths, components } = JSON.parse(await documentText(app.app)) as Document
const calls = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { responses }]) => ({ path, method, responses })),
)

test('a reply has no header that is not declared, and neither has an unchanged one', async () => {
  const root = app.as(await app.superUser())
  const { id } = await app.restaurant()
  const names = Object.keys(components.headers)
  const undeclared: string[] = []
  const check = (path: string, method: string, { status, headers }: Response) => {
    const declared = paths[path]?.[method]?.responses[status]?.headers ?? {}
    const extra = names.filter(name => headers.has(name) && !(name in declared))
    if (status < 400) undeclared.push(...extra.map(name => `${method} ${path} ${status}: ${name}`))
  }
  let unchanged = 0
  for (const { path, method, responses } of calls) {
    if (method !== 'get' || 'text/event-stream' in (responses[200]?.content ?? {})) continue
    const address = path.replace('{id}', String(id)).replace('{campusCode}', 'arden')
    const reply = await root.fetch(address, { redirect: 'manual' })
    check(path, method, reply)
    const etag = reply.headers.get('etag')
    if (!etag) continue
    const again = await root.fetch(address, { headers: { 'if-none-match': etag } })
    check(path, method, again)
    if (again.status === 304) unchanged += 1
  }
  expect(unchanged).toBeGreaterThan(10)
  const body = JSON.stringify({ restaurantIds: [id] })
  const headers = { 'content-type': 'application/json' }
  check(batchRatings.path, 'post', await root.fetch(batchRatings.path, { method: 'POST', body, headers }))
  expect(undeclared).toEqual([])
})

test('what replies have in several places is a component, and every point in time has its format', () => {
  const inline = new Map<string, string[]>()
  const unformatted: string[] = []
  const visit = (schema: unknown, path: string, isComponent = false) => {
    if (typeof schema !== 'object' || schema === null) return
    const { properties } = schema as { properties?: Record<string, Json> }
    for (const [key, inner] of Object.entries(properties ?? {}))
      if (/At$|^timestamp$/.test(key) && !JSON.stringify(inner).includes('"format":"date'))
        unformatted.push(`${path}.${key}`)
    const { description: _, ...shape } = schema as Json
    const isThing = Object.keys(properties ?? {}).length > 2 || properties?.firstName !== undefined
    if (isThing && !isComponent && !properties?.code) {
      const key = JSON.stringify(shape)
      inline.set(key, [...(inline.get(key) ?? []), path])
    }
    for (const [key, inner] of Object.entries(schema)) visit(inner, `${path}.${key}`)
  }
  for (const [name, schema] of Object.entries(components.schemas)) visit(schema, name, true)
  for (const { path, method, responses } of calls)
    for (const [status, { content }] of Object.entries(responses))
      visit(Object.values(content ?? {})[0]?.schema, `${method} ${path} ${status}`)
  expect([...inline.values()].filter(places => places.length > 1)).toEqual([])
  expect(unformatted).toEqual([])
})
