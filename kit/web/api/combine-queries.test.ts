import { expect, test, vi } from 'vitest'
import { ApiError } from './call.ts'
import { combineQueries } from './combine-queries.ts'

const query = (state: { data?: string; error?: ApiError; isFetching?: boolean } = {}) => ({
  data: state.data,
  error: state.error ?? null,
  isFetching: state.isFetching ?? false,
  refetch: vi.fn(),
})
const failure = (message: string) => new ApiError(500, message, {})

test('the data is complete once every query has data', () => {
  expect(combineQueries({ name: query({ data: 'Arden' }), place: query() }).data).toBeUndefined()
  const both = combineQueries({ name: query({ data: 'Arden' }), place: query({ data: 'NC' }) })
  expect([both.data, both.error]).toEqual([{ name: 'Arden', place: 'NC' }, null])
})

test('a failed query that still has data does not count as an error', () => {
  expect(combineQueries({ name: query({ data: 'Arden', error: failure('Too late') }) }).error).toBeNull()
  const one = combineQueries({
    name: query({ data: 'Arden', error: failure('a') }),
    place: query({ error: failure('b') }),
  })
  expect(one.error?.message).toBe('b')
})

test('only queries without data are refetched', () => {
  const [name, place] = [query({ data: 'Arden' }), query({ error: failure('Gone'), isFetching: true })]
  const both = combineQueries({ name, place })
  both.refetch()
  expect([name.refetch.mock.calls.length, place.refetch.mock.calls.length]).toEqual([0, 1])
  expect(both.isFetching).toBe(true)
})
