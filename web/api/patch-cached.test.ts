import { expect, test } from 'vitest'
import { listHidden } from '#contract/visits.ts'
import { patchCached } from './patch-cached.ts'
import { read } from './queries.ts'
import { createQueryClient } from './query-client.ts'

const { queryKey } = read(listHidden)

/** A browser that shows a reply of the server's, and how one id more is shown. */
function shows(...reply: number[]) {
  const queryClient = createQueryClient()
  queryClient.setQueryData(queryKey, reply, { updatedAt: 1_000 })
  return {
    queryClient,
    add: (id: number) => patchCached(queryClient, listHidden, list => [...list, id]),
    shown: () => queryClient.getQueryData(queryKey),
  }
}

test('of two changes that the server refuses one after the other nothing is left', async () => {
  const { add, shown, queryClient } = shows(1)
  const undoFirst = await add(2)
  const undoSecond = await add(3)
  expect(shown()).toEqual([1, 2, 3])
  undoFirst()
  expect(shown()).toEqual([1, 3])
  undoSecond()
  expect(shown()).toEqual([1])
  expect(queryClient.getQueryState(queryKey)?.dataUpdatedAt).toBe(1_000)
})

test('a change that is refused leaves what was changed before and after it', async () => {
  const { add, shown } = shows()
  await add(1)
  const undo = await add(2)
  await add(3)
  undo()
  expect(shown()).toEqual([1, 3])
})

test('what the server has sent meanwhile stays, and the next change is made to that', async () => {
  const { add, shown, queryClient } = shows(1)
  const undoFirst = await add(2)
  queryClient.setQueryData(queryKey, [7])
  undoFirst()
  expect(shown()).toEqual([7])
  const undoSecond = await add(8)
  expect(shown()).toEqual([7, 8])
  undoSecond()
  expect(shown()).toEqual([7])
})

test('nothing comes back of somebody who is gone', async () => {
  const { add, shown, queryClient } = shows(1)
  const undo = await add(2)
  queryClient.clear()
  undo()
  expect(shown()).toBeUndefined()
})
