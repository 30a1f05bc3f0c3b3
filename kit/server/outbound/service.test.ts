// On one engine: a service of others.
import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { failingModes, stallingModes, startFakeService } from '#tests/support/services/fake-service.ts'
import { createService, type RequestBody, secondsUntil } from './service.ts'
import { ServiceError } from './service-error.ts'

const fake = await startFakeService(({ path }) => {
  if (path === '/v1/lunch') return { json: { businesses: [{ id: 'a' }], extra: true } }
  return path === '/v1/text' ? { bytes: Buffer.from('ok, thanks'), type: 'text/plain' } : undefined
})
const Lunch = z.object({ businesses: z.array(z.object({ id: z.string() })) })

let time = 0
const serviceOf = (timeLimit = 8_000) =>
  createService({
    name: 'Lunchbox',
    url: `${fake.url}/`,
    authorize: ({ headers }) => headers.set('authorization', 'Bearer very-secret'),
    timeLimit,
    now: () => time,
  })
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'answered',
    (error: unknown) => error as ServiceError,
  ) as Promise<ServiceError>

beforeEach(() => fake.setMode('normal'))

test('a request has the key and the encoded query, and only known fields of the response are returned [T-81]', async () => {
  const found = await serviceOf().getJson('/v1/lunch', { q: 'a/../?&b=1', none: undefined, n: 3 }, Lunch)
  expect(found).toEqual({ businesses: [{ id: 'a' }] })
  const request = fake.requests.at(-1)
  expect(request?.headers.authorization).toBe('Bearer very-secret')
  expect(Object.fromEntries(request?.query ?? [])).toEqual({ q: 'a/../?&b=1', n: '3' })
})

test('a request body can be form fields, a form with a file, or JSON', async () => {
  const service = serviceOf()
  const post = async (body: RequestBody) => {
    expect(await service.postJson('/v1/lunch', body, Lunch)).toEqual({ businesses: [{ id: 'a' }] })
    const { method, headers, body: sent } = fake.requests.at(-1) ?? expect.fail('Nothing arrived')
    expect([method, headers.authorization]).toEqual(['POST', 'Bearer very-secret'])
    return [headers['content-type'], sent]
  }
  expect(await post(new URLSearchParams({ data: '[out:json];node(1,2)&x' }))).toEqual([
    'application/x-www-form-urlencoded;charset=UTF-8',
    'data=%5Bout%3Ajson%5D%3Bnode%281%2C2%29%26x',
  ])
  expect(await post({ text: 'Lunch “at noon”' })).toEqual(['application/json', '{"text":"Lunch “at noon”"}'])
  const form = new FormData()
  form.set('benchmark', '4')
  form.set('addressFile', new Blob(['1,Main Street,Arden,NC,28704']), 'addresses.csv')
  const [type, sent] = await post(form)
  expect(type).toMatch(/^multipart\/form-data; boundary=/)
  expect(sent).toMatch(/name="addressFile"; filename="addresses.csv"[\s\S]*1,Main Street/)
})

test('postForText returns any text, and null for status 404', async () => {
  expect(await serviceOf().postForText('/v1/text', { hello: 1 })).toBe('ok, thanks')
  expect(await serviceOf().postForText('/v1/nothing', {})).toBeNull()
  await fake.setMode('500')
  expect(await failureOf(serviceOf().postForText('/v1/text', {}))).toMatchObject({ failure: 'unreachable' })
  await fake.setMode('huge')
  expect(await failureOf(serviceOf().postForText('/v1/text', {}))).toMatchObject({
    failure: 'invalid response',
  })
})

describe('a failing service', () => {
  test.each(failingModes)('gives a readable error message without the key: %s [T-82]', async mode => {
    await fake.setMode(mode)
    const error = await failureOf(serviceOf().getJson('/v1/lunch', {}, Lunch))
    expect(error).toBeInstanceOf(ServiceError)
    expect([error.status, error.failure]).toEqual(outcomes[mode])
    expect(error.message).toMatch(/^Lunchbox .*\.$/)
    expect(JSON.stringify(error)).not.toContain('very-secret')
    expect(fake.requests.every(({ path }) => path !== '/elsewhere')).toBe(true)
  })

  test.each(stallingModes)('is abandoned at the time limit if it stalls (%s) [D-11 D-20]', async mode => {
    await fake.setMode(mode)
    const error = await failureOf(serviceOf(300).getJson('/v1/lunch', {}, Lunch))
    expect([error.status, error.failure]).toEqual([504, 'too slow'])
  })

  test('is still called after rate limit errors, which name the time and don’t count as failures', async () => {
    const service = serviceOf()
    await fake.setMode('429')
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      const error = await failureOf(service.getJson('/v1/lunch', {}, Lunch))
      expect([error.failure, error.extra.retryAfter]).toEqual(['limit reached', 7])
    }
  })

  test('is also abandoned when the caller’s signal aborts', async () => {
    await fake.setMode('hang')
    const signal = AbortSignal.timeout(100)
    const error = await failureOf(serviceOf().getJson('/v1/lunch', {}, Lunch, { signal }))
    expect([error.status, error.failure]).toEqual([504, 'too slow'])
  })

  test('gives null for status 404, or only for the statuses that the caller passes as `absent`', async () => {
    expect(await serviceOf().getJson('/v1/nothing', {}, Lunch)).toBeNull()
    await fake.setMode('redirect')
    expect(await serviceOf().getJson('/v1/lunch', {}, Lunch, { absent: [302] })).toBeNull()
    await fake.setMode('normal')
    const error = await failureOf(serviceOf().getJson('/v1/nothing', {}, Lunch, { absent: [] }))
    expect(error.failure).toBe('invalid response')
  })

  test('is not called for half a minute after five failures in a row [D-11]', async () => {
    const service = serviceOf()
    await fake.setMode('500')
    for (let attempt = 1; attempt <= 5; attempt += 1) await failureOf(service.getJson('/v1/lunch', {}, Lunch))
    await fake.setMode('normal')
    const asked = fake.requests.length
    const error = await failureOf(service.getJson('/v1/lunch', {}, Lunch))
    expect([error.status, error.extra.retryAfter, fake.requests.length]).toEqual([503, 30, asked])
    time += 30_000
    expect(await service.getJson('/v1/lunch', {}, Lunch)).not.toBeNull()
  })
})

test.each([
  ['12', undefined, 12],
  ['0', undefined, 1],
  ['999999', undefined, 3600],
  ['soon', undefined, 60],
  [null, undefined, 60],
  [null, 1, 1],
])('Retry-After %s, of a service whose default is %s, means %d seconds', (header, usual, seconds) => {
  expect(secondsUntil(header, usual)).toBe(seconds)
})

const outcomes: Record<(typeof failingModes)[number], [number, string]> = {
  'refuse connections': [502, 'unreachable'],
  'web page': [502, 'invalid response'],
  truncated: [502, 'invalid response'],
  'empty object': [502, 'invalid response'],
  'wrong types': [502, 'invalid response'],
  huge: [502, 'invalid response'],
  'gzip bomb': [502, 'invalid response'],
  redirect: [502, 'invalid response'],
  '401': [503, 'key refused'],
  '429': [503, 'limit reached'],
  '500': [502, 'unreachable'],
}
