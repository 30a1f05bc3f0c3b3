import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { pickRestaurant } from '#features/picks/contract.ts'
import { batchRatings } from '#features/ratings/contract.ts'
import { listEndpoints } from '#tests/support/calls/endpoints.ts'
import { startApp } from '#tests/support/start-app.ts'
import { documentText } from './openapi.ts'

const app = await startApp()

type Json = Record<string, unknown>
type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  parameters?: { name: string; in: string; description: string; schema: Json }[]
  requestBody?: { content: Record<string, { schema: Json }> }
  responses: Record<string, { $ref?: string; headers?: Json; content?: Record<string, { schema: Json }> }>
}
type Document = {
  openapi: string
  info: Json
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Json>
    headers: Json
    responses: Record<string, Operation['responses'][string]>
    securitySchemes: Record<string, Json>
  }
}

const document = JSON.parse(await documentText(app.app)) as Document
const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, call]) => ({ name: `${method} ${path}`, path, method, ...call })),
)

test('docs/openapi.json matches the schemas (if not: npm run openapi)', async () => {
  const kept = await readFile(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8')
  expect(kept).toBe(await documentText(app.app))
})

test('every call is named after its export and tagged with its module, and the tags are described', async () => {
  expect(calls).toHaveLength((await listEndpoints()).length)
  expect(new Set(calls.map(call => call.operationId)).size).toBe(calls.length)
  expect(calls.find(call => call.operationId === 'settleLunch')?.tags).toEqual(['lunches'])
  const described = document.tags.filter(tag => tag.description.endsWith('.')).map(tag => tag.name)
  expect(calls.flatMap(call => call.tags).filter(tag => !described.includes(tag))).toEqual([])
  expect(calls.filter(call => !call.summary || !call.description)).toEqual([])
})

test('nothing is untyped, and every reference leads somewhere', () => {
  const untyped: string[] = []
  const visit = (schema: Json, path: string) => {
    const { $ref, properties = {}, items, additionalProperties, anyOf, oneOf } = schema
    if (typeof $ref === 'string') {
      const [, , kind, name] = $ref.split('/') as [string, string, 'schemas', string]
      if (!document.components[kind][name]) untyped.push(`${path}: ${$ref}`)
    } else if (!['type', 'enum', 'const', 'anyOf', 'oneOf'].some(key => key in schema)) untyped.push(path)
    for (const [key, inner] of Object.entries(properties as Record<string, Json>))
      visit(inner, `${path}.${key}`)
    for (const inner of [items, additionalProperties, ...((anyOf ?? oneOf ?? []) as Json[])])
      if (typeof inner === 'object' && inner) visit(inner as Json, `${path}[]`)
  }
  for (const [name, schema] of Object.entries(document.components.schemas)) visit(schema, name)
  for (const { name, parameters = [], requestBody, responses } of calls) {
    for (const parameter of parameters) visit(parameter.schema, `${name} ${parameter.name}`)
    for (const part of [requestBody, ...Object.values(responses)])
      for (const { schema } of Object.values(part?.content ?? {})) visit(schema, name)
  }
  expect(untyped).toEqual([])
})

test('parameters are described as they are read: ids and pages are integers, lists are arrays', () => {
  const parameters = calls.flatMap(({ name, parameters = [] }) => parameters.map(p => ({ call: name, ...p })))
  expect(parameters.filter(({ description }) => !description)).toEqual([])
  const typesOf = (pattern: RegExp) =>
    new Set(parameters.filter(({ name }) => pattern.test(name)).map(({ schema }) => schema.type))
  expect(typesOf(/^(id|userId|restaurantId|limit|offset|within|avoidDays)$/)).toEqual(new Set(['integer']))
  expect(typesOf(/^(exclude|ids|cuisine|price|diet|mine)$/)).toEqual(new Set(['array']))
})

test('lists in queries are read repeated and separated by commas', async () => {
  const code = 'franklin'
  const places = [await app.restaurant({ campusCode: code }), await app.restaurant({ campusCode: code })]
  const last = await app.restaurant({ campusCode: code })
  const user = app.as(await app.user())
  const path = pickRestaurant.path.replace(':campusCode', code)
  const [a, b] = places.map(({ id }) => id)
  for (const query of [`exclude=${a}&exclude=${b}`, `exclude=${a},${b}`, `exclude=${a},${b}&exclude=${a}`]) {
    const reply = await user.fetch(`${path}?${query}`)
    expect([query, reply.status, await reply.json()]).toMatchObject([query, 200, { id: last.id }])
  }
  expect((await user.fetch(`${path}?exclude=${a}&exclude=x`)).status).toBe(400)
})

describe('responses', () => {
  test('204, 302 and 304 have no body, and every other reply has one; any call may be a 503', () => {
    const bodies = calls.flatMap(({ name, responses }) =>
      Object.entries(responses).map(([status, { $ref, content }]) => ({
        name,
        isRight: ['204', '302', '304'].includes(status) ? !content : Boolean($ref ?? content),
      })),
    )
    expect(bodies.filter(({ isRight }) => !isRight)).toEqual([])
    for (const { responses } of calls) expect(responses[503]).toBeDefined()
  })

  test('errors are JSON with a code, even if the reply would be a file', async () => {
    const { responses } = document.components
    const types = Object.values(responses).flatMap(({ content }) => Object.entries(content ?? {}))
    const error = { schema: { $ref: '#/components/schemas/Error' } }
    expect(types.filter(([type, { schema }]) => type !== 'application/json' || !schema.$ref)).toEqual([])
    expect(responses.DiskFull?.content).toEqual({ 'application/json': error })
    const file = await app.as(null).fetch('/api/images/unknown')
    expect([file.status, file.headers.get('content-type')]).toEqual([401, 'application/json; charset=utf-8'])
    expect(await file.json()).toEqual({ message: 'Please sign in', code: 'not_signed_in' })
  })
})

test('a reply has no header that is not declared, and neither has an unchanged one', async () => {
  const root = app.as(await app.superUser())
  const { id } = await app.restaurant()
  const names = Object.keys(document.components.headers)
  const undeclared: string[] = []
  const check = (path: string, method: string, { status, headers }: Response) => {
    const declared = document.paths[path]?.[method]?.responses[status]?.headers ?? {}
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
  for (const [name, schema] of Object.entries(document.components.schemas)) visit(schema, name, true)
  for (const { path, method, responses } of calls)
    for (const [status, { content }] of Object.entries(responses))
      visit(Object.values(content ?? {})[0]?.schema, `${method} ${path} ${status}`)
  expect([...inline.values()].filter(places => places.length > 1)).toEqual([])
  expect(unformatted).toEqual([])
})

test('the cookie and the address are those of the installation', async () => {
  const secure = await startApp({ APP_URL: 'https://lunch.example.org', APP_NAME: 'Noon' })
  const own = JSON.parse(await documentText(secure.app)) as Document
  expect(own.components.securitySchemes.session).toMatchObject({ in: 'cookie', name: '__Host-session' })
  expect([own.servers[0]?.url, own.info.title]).toEqual(['https://lunch.example.org', 'Noon'])
  expect(document.components.securitySchemes.session).toMatchObject({ name: 'session' })
})

test('everyone may read the document and its page, whose assets come from this server', async () => {
  const served = await app.as(null).fetch('/api/openapi.json')
  expect(served.status).toBe(200)
  expect(await served.json()).toMatchObject({ openapi: '3.1.0', info: { title: 'Common Table' } })
  const page = await app.as(null).fetch('/api/docs/')
  expect(page.status).toBe(200)
  const html = await page.text()
  expect(html).toContain('<title>Common Table API</title>')
  const links = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(match => match[1] ?? '')
  for (const link of new Set(links.filter(link => !link.startsWith('#') && link !== '/'))) {
    const url = new URL(link, `${app.origin}/api/docs/`)
    expect(url.origin).toBe(app.origin)
    expect((await fetch(url)).status).toBe(200)
  }
  const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(match => match[1]))
  const lost = links.filter(link => link.startsWith('#') && !ids.has(link.slice(1)))
  expect(lost).toEqual([])
})
