import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { listCampuses } from '#features/campuses/contract.ts'
import { logout } from '#kit/contract/logout.ts'
import { ownReplyHeader } from '#kit/contract/own-reply.ts'
import { ApiError, call, errorField } from './call.ts'

const unreachable = 'The server can’t be reached. Please check your connection.'
const own = { [ownReplyHeader]: '1' }
const html = '<!doctype html><h1>Please sign in to the guest network</h1>'
const json = JSON.stringify({ message: 'Forbidden', errors: [{ path: 'name', message: 'No' }] })

let reply: Response
beforeEach(() => {
  vi.stubGlobal('fetch', async () => reply)
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
})

async function failureOf(response: Response): Promise<ApiError> {
  reply = response
  const failure = await call(listCampuses).then(
    () => 'succeeded',
    error => error,
  )
  if (!(failure instanceof ApiError)) throw new Error(`Expected an ApiError: ${failure}`)
  return failure
}

describe('a reply of something in between counts as no connection', () => {
  const statuses = [200, 201, 400, 401, 403, 404, 409, 429, 500, 502, 503, 504, 511, 520, 524, 530]
  test.each(statuses.flatMap(status => [html, json, '', '[]'].map(body => [status, body] as const)))(
    '%i %s',
    async (status, body) => {
      const error = await failureOf(new Response(body, { status }))
      expect([
        error.status,
        error.message,
        error.reason,
        error.serverMessage,
        error.isConnectionLoss,
      ]).toEqual([0, unreachable, unreachable, null, true])
      expect([error.extra, error.fieldErrors, error.busyFor]).toEqual([{}, [], null])
    },
  )

  test('a 204', async () => {
    expect((await failureOf(new Response(null, { status: 204 }))).status).toBe(0)
  })

  test('and so does one of ours that was emptied, cut short or changed on its way', async () => {
    for (const body of ['', '[{"code":"arden"', html])
      expect((await failureOf(new Response(body, { headers: own }))).message).toBe(unreachable)
  })
})

test('a proxy that rejects the size of a request is named, with the setting to raise', async () => {
  const error = await failureOf(new Response('<h1>413 Request Entity Too Large</h1>', { status: 413 }))
  expect(error.message).toMatch(/^A proxy in front of the server refused this.*client_max_body_size\)\.$/)
  expect([error.serverMessage, error.isConnectionLoss]).toEqual([error.message, false])
})

test('our own replies are believed, also those of a server that doesn’t send the header yet', async () => {
  reply = new Response('[]', { headers: own })
  expect(await call(listCampuses)).toEqual([])
  reply = new Response(null, { status: 204, headers: own })
  expect(await call(logout)).toBeUndefined()
  const policy = "default-src 'self';worker-src 'self';manifest-src 'self';object-src 'none';base-uri 'none'"
  reply = new Response('[]', { headers: { 'content-security-policy': policy } })
  expect(await call(listCampuses)).toEqual([])
  const error = await failureOf(new Response(json, { status: 403, headers: own }))
  expect([error.status, error.message, error.fieldErrors]).toEqual([
    403,
    'Forbidden',
    [{ path: 'name', message: 'No' }],
  ])
})

test('a field of an error response is read from anything that may have been thrown', () => {
  expect(errorField(new ApiError(409, 'Taken', { lunchId: 4 }), 'lunchId')).toBe(4)
  for (const thrown of [new TypeError('no reply'), undefined, null, 'text'])
    expect(errorField(thrown, 'lunchId')).toBeUndefined()
})
