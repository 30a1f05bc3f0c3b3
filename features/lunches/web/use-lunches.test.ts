import { expect, test } from 'vitest'
import { read } from '#kit/web/api/queries.ts'
import { createQueryClient } from '#kit/web/api/query-client.ts'
import { type Lunch, listLunches } from '../contract.ts'
import { patchLunch, putLunch, setLunches } from './use-lunches.ts'

/* How changes that the server rejects are undone is tested in kit/web/api/patch-cached.test.ts. */

const ana = { id: 1, firstName: 'Ana', lastName: 'Sample', profileImageUrl: null }
const leavesAt = '2026-11-20T17:05:00.000Z'
const lunch = { id: 12, leavesAt, note: null, people: [], version: 3 } as unknown as Lunch
const other = { ...lunch, id: 13, leavesAt: '2026-11-20T18:00:00.000Z' }
const joined = (before: Lunch): Lunch => ({ ...before, people: [...before.people, ana] })

test('what the server sends stands below the changes that are still on their way, and stays when these are undone', async () => {
  const queryClient = createQueryClient()
  setLunches(queryClient, [lunch])
  const shown = () => queryClient.getQueryData(read(listLunches).queryKey)
  const undoJoining = await patchLunch(lunch.id, joined)(queryClient)
  const undoVoting = await patchLunch(lunch.id, before => ({ ...before, note: 'voted' }))(queryClient)
  const both = { people: [ana], note: 'voted' }
  expect(shown()).toMatchObject([both])
  putLunch(queryClient, other)
  expect(shown()).toMatchObject([both, { id: 13 }])

  // The first one is accepted, and the other one rejected.
  const accepted = { ...joined(lunch), version: 4 }
  undoJoining()
  putLunch(queryClient, accepted)
  expect(shown()).toMatchObject([{ ...both, version: 4 }, { id: 13 }])
  setLunches(queryClient, [accepted])
  expect(shown()).toMatchObject([{ ...both, version: 4 }])
  undoVoting()
  expect(shown()).toEqual([accepted])
})
