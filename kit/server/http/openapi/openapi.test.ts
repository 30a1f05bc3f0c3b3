import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { pickRestaurant } from '#features/picks/contract.ts'
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
    responses: Record<string, Operation['responses'][string]>
    securitySchemes: Record<string, Json>
  }
}

const document = JSON.parse(await documentText(app.app)) as Document
const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, call]) => ({ name: `${method} ${path}`, ...call })),
)
const callOf = (operationId: string) => {
  const found = calls.find(call => call.operationId === operationId)
  if (!found) throw new Error(`There is no ${operationId}`)
  return found
}

test('docs/openapi.json matches the schemas (if not: npm run openapi)', async () => {
  const kept = await readFile(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8')
  expect(kept).toBe(await documentText(app.app))
})

test('every call is named after its export and tagged with its module, and the tags are described', async () => {
  expect(calls).toHaveLength((await listEndpoints()).length)
  expect(new Set(calls.map(call => call.operationId)).size).toBe(calls.length)
  expect(callOf('settleLunch').tags).toEqual(['lunches'])
  const described = document.tags.filter(tag => tag.description.endsWith('.')).map(tag => tag.name)
  expect(calls.flatMap(call => call.tags).filter(tag => !described.includes(tag))).toEqual([])
  expect(calls.filter(call => !call.summary || !call.description)).toEqual([])
})

test('things are named components that calls refer to', () => {
  const { schemas } = document.components
  expect(Object.keys(schemas)).toEqual(
    expect.arrayContaining([
      'Restaurant',
      'Lunch',
      'Person',
      'User',
      'Rating',
      'Campus',
      'Error',
      'Favorite',
    ]),
  )
  expect(Object.keys(schemas).length).toBeGreaterThan(60)
  const list = { type: 'array', items: { $ref: '#/components/schemas/Restaurant' } }
  expect(callOf('listRestaurants').responses[200]?.content).toEqual({ 'application/json': { schema: list } })
  expect(schemas.Restaurant).toMatchObject({
    properties: {
      ratingEric: { type: 'integer', minimum: 0, maximum: 5 },
      createdAt: { format: 'date-time' },
    },
  })
  expect(schemas.Restaurant).not.toHaveProperty('additionalProperties')
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
  test('204, 302 and 304 have no body, and every other reply has one', () => {
    const bodies = calls.flatMap(({ name, responses }) =>
      Object.entries(responses).map(([status, { $ref, content }]) => ({
        name,
        isRight: ['204', '302', '304'].includes(status) ? !content : Boolean($ref ?? content),
      })),
    )
    expect(bodies.filter(({ isRight }) => !isRight)).toEqual([])
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

  test('declare their headers and the errors with fields of their own', () => {
    expect(Object.keys(callOf('listUsers').responses[200]?.headers ?? {})).toContain('X-Total-Count')
    expect(Object.keys(callOf('listCampuses').responses[304]?.headers ?? {})).toContain('ETag')
    expect(Object.keys(document.components.responses.Unavailable?.headers ?? {})).toContain('Retry-After')
    const { content } = callOf('updateRestaurant').responses[409] ?? {}
    expect(content?.['application/json']?.schema).toMatchObject({ properties: { current: {}, code: {} } })
    for (const { responses } of calls) expect(responses[503]).toBeDefined()
  })

  test('lists that declare how long they are say so', async () => {
    const root = app.as(await app.superUser())
    const { id } = await app.restaurant()
    const lists = calls.filter(({ responses }) => responses[200]?.headers?.['X-Total-Count'])
    expect(lists.length).toBeGreaterThan(5)
    for (const { name } of lists) {
      const { headers } = await root.fetch(name.replace('get ', '').replace('{id}', String(id)))
      expect([name, headers.get('x-total-count')]).toEqual([name, expect.stringMatching(/^\d+$/)])
    }
  })

  test('what means a day of the week says with which it begins', () => {
    const days = document.components.schemas.TimeRange?.properties as Record<string, Json>
    expect(days.day).toMatchObject({ description: 'From 0 (Monday) to 6 (Sunday)', minimum: 0, maximum: 6 })
  })
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
