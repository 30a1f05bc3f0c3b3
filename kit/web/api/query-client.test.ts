import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { listCampuses } from '#features/campuses/contract.ts'
import { addFavorite } from '#features/favorites/contract.ts'
import { ownReplyHeader } from '#kit/contract/own-reply.ts'
import { call } from './call.ts'
import { read } from './queries.ts'
import { createQueryClient } from './query-client.ts'

const own = { [ownReplyHeader]: '1' }
const busy = () =>
  Response.json({ message: 'The server is busy.' }, { status: 503, headers: { ...own, 'retry-after': '2' } })
const failed = () => Response.json({ message: 'Internal server error' }, { status: 500, headers: own })

let replies: (() => Response)[] = []
const asked = vi.fn(async () => replies.shift()?.() ?? Response.json([], { headers: own }))

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', asked.mockClear())
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
})

const fetchCampuses = () => createQueryClient().fetchQuery(read(listCampuses))

test('a read that a busy server rejected is retried, but not before the time it named', async () => {
  replies = [busy]
  const reply = fetchCampuses()
  await vi.advanceTimersByTimeAsync(1_999)
  expect(asked).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2_001)
  expect(asked).toHaveBeenCalledTimes(2)
  expect(await reply).toEqual([])
})

test('after three retries, the message of the busy server is shown', async () => {
  replies = Array(5).fill(busy)
  const message = fetchCampuses().catch(error => error.message)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toHaveBeenCalledTimes(4)
  expect(await message).toBe('The server is busy.')
})

test('other failures and writes are not retried', async () => {
  replies = [failed]
  const other = fetchCampuses().catch(error => error.message)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([asked.mock.calls.length, await other]).toEqual([1, 'Internal server error'])

  replies = [busy]
  const mutationFn = () => call(addFavorite, { body: { restaurantId: 1 } })
  const client = createQueryClient()
  const write = client.getMutationCache().build(client, { mutationFn }).execute(undefined)
  const message = write.catch((error: Error) => error.message)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([asked.mock.calls.length, await message]).toEqual([2, 'The server is busy.'])
})
