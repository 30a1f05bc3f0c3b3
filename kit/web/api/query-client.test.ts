import { QueryObserver, type UseQueryOptions } from '@tanstack/react-query'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { listCampuses } from '#features/campuses/contract.ts'
import { listDepartments } from '#features/departments/contract.ts'
import { addFavorite, listFavorites } from '#features/favorites/contract.ts'
import { ownReplyHeader } from '#kit/contract/own-reply.ts'
import { type ApiError, call } from './call.ts'
import { read } from './queries.ts'
import { createQueryClient } from './query-client.ts'

const own = { [ownReplyHeader]: '1' }
const busy = () =>
  Response.json({ message: 'The server is busy.' }, { status: 503, headers: { ...own, 'retry-after': '2' } })
const failed = () => Response.json({ message: 'Internal server error' }, { status: 500, headers: own })

const unreachable = () => {
  throw new TypeError('Failed to fetch')
}

let replies: (() => Response)[] = []
const asked = vi.fn(async (_address: string) => replies.shift()?.() ?? Response.json([], { headers: own }))

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

test('once the server is back, what failed and what is stale on the page is read again, and nothing else', async () => {
  const client = createQueryClient()
  const show = <Reply>(query: UseQueryOptions<Reply, ApiError>) =>
    new QueryObserver(client, { ...query, refetchOnMount: false }).subscribe(() => undefined)
  const showRead = <Reply>(query: UseQueryOptions<Reply, ApiError>, secondsAgo: number) => {
    client.setQueryData(query.queryKey, [], { updatedAt: Date.now() - 1_000 * secondsAgo })
    show(query)
  }
  showRead(read(listCampuses), 61)
  showRead(read(listFavorites), 59)
  // Neither this request nor the next one, whether the server can be reached at all, gets a reply.
  replies = [unreachable, unreachable]
  show(read(listDepartments))
  await vi.advanceTimersByTimeAsync(10_000)
  const addresses = asked.mock.calls.map(([address]) => address)
  expect(addresses.slice(0, 3)).toEqual(['/api/departments', '/api/config/public', '/api/config/public'])
  expect(addresses.slice(3).toSorted()).toEqual(['/api/campuses', '/api/departments'])
})
