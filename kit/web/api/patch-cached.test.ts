import { expect, test } from 'vitest'
import { listHidden } from '#features/visits/contract.ts'
import { patchCached } from './patch-cached.ts'
import { read } from './queries.ts'
import { createQueryClient } from './query-client.ts'

const { queryKey } = read(listHidden)

/** A cache that contains a response from the server, with functions that add an id to it and read it. */
function shows(...reply: number[]) {
  const queryClient = createQueryClient()
  queryClient.setQueryData(queryKey, reply, { updatedAt: 1_000 })
  return {
    queryClient,
    add: (id: number) => patchCached(listHidden, list => [...list, id])(queryClient),
    shown: () => queryClient.getQueryData(queryKey),
  }
}

test('a change that the server rejects is undone, and those made before and after it stay', async () => {
  const { add, shown, queryClient } = shows(1)
  const undoFirst = await add(2)
  const undoSecond = await add(3)
  const undoThird = await add(4)
  undoThird()
  expect(shown()).toEqual([1, 2, 3])
  undoFirst()
  expect(shown()).toEqual([1, 3])
  undoSecond()
  expect(shown()).toEqual([1])
  expect(queryClient.getQueryState(queryKey)?.dataUpdatedAt).toBe(1_000)
})

test('a response that arrived before the undo stays, and the next change is applied to it', async () => {
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

test('undoing a change restores nothing once the cache was cleared for another user', async () => {
  const { add, shown, queryClient } = shows(1)
  const undo = await add(2)
  queryClient.clear()
  undo()
  expect(shown()).toBeUndefined()
})
