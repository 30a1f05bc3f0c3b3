import { MutationObserver, type QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { read } from '#kit/web/api/queries.ts'
import { createQueryClient } from '#kit/web/api/query-client.ts'
import { type Lunch, listLunches } from '../contract.ts'
import { patchLunch, putLunch, setLunches } from './use-lunches.ts'

const ana = { id: 1, firstName: 'Ana', lastName: 'Sample', profileImageUrl: null }
const leavesAt = '2026-11-20T17:05:00.000Z'
const lunch = { id: 12, leavesAt, note: null, people: [], version: 3 } as unknown as Lunch
const joined = (before: Lunch): Lunch => ({ ...before, people: [...before.people, ana] })
const noted = (before: Lunch): Lunch => ({ ...before, note: 'voted' })

/** A mutation like the buttons': optimistic, sent after the previous one, settled by the test. */
function write(queryClient: QueryClient, optimistic: (lunch: Lunch) => Lunch) {
  const { promise, resolve, reject } = Promise.withResolvers<Lunch>()
  const observer = new MutationObserver<Lunch, Error, void, () => void>(queryClient, {
    scope: { id: 'lunch 12' },
    mutationFn: () => promise,
    onMutate: () => patchLunch(lunch.id, optimistic)(queryClient),
    onSuccess: (changed, _input, undo) => {
      undo?.()
      putLunch(queryClient, changed)
    },
    onError: (_error, _input, undo) => undo?.(),
  })
  const ended = observer.mutate().then(
    () => undefined,
    () => undefined,
  )
  const end = (settle: () => void) => {
    settle()
    return ended
  }
  return {
    accepted: (changed: Lunch) => end(() => resolve(changed)),
    rejected: () => end(() => reject(new Error('rejected'))),
  }
}

/** A user joins, and votes before the server has responded. */
async function joinAndVote() {
  const queryClient = createQueryClient()
  setLunches(queryClient, [lunch])
  const shown = () => queryClient.getQueryData(read(listLunches).queryKey)?.[0]
  const join = write(queryClient, joined)
  const vote = write(queryClient, noted)
  await expect.poll(shown).toMatchObject({ people: [ana], note: 'voted' })
  return { queryClient, shown, join, vote }
}

test('two quick changes that the server rejects are both rolled back', async () => {
  const { shown, join, vote } = await joinAndVote()
  await join.rejected()
  await vote.rejected()
  expect(shown()).toEqual(lunch)
})

test('if one of two quick changes is rejected, the accepted one stays visible', async () => {
  const first = await joinAndVote()
  const inIt = { ...joined(lunch), version: 4 }
  await first.join.accepted(inIt)
  await first.vote.rejected()
  expect(first.shown()).toEqual(inIt)

  const second = await joinAndVote()
  const withNote = { ...noted(lunch), version: 4 }
  await second.join.rejected()
  await second.vote.accepted(withNote)
  expect(second.shown()).toEqual(withNote)
})

test('an update from the server is kept when pending changes are rejected afterwards', async () => {
  const { queryClient, shown, join, vote } = await joinAndVote()
  const moved = { ...lunch, leavesAt: '2026-11-20T17:20:00.000Z', version: 4 }
  putLunch(queryClient, moved)
  await join.rejected()
  await vote.rejected()
  expect(shown()).toEqual(moved)
})

test('a change stays visible when an update about another lunch arrives, and is rolled back when it is rejected', async () => {
  const { queryClient, shown, join, vote } = await joinAndVote()
  putLunch(queryClient, { ...lunch, id: 13, leavesAt: '2026-11-20T18:00:00.000Z' })
  expect(shown()).toMatchObject({ people: [ana], note: 'voted' })
  await join.rejected()
  await vote.rejected()
  expect(shown()).toEqual(lunch)
})

test('an accepted change doesn’t take a later one, still on its way, from the screen', async () => {
  const { shown, join } = await joinAndVote()
  await join.accepted({ ...joined(lunch), version: 4 })
  expect(shown()).toMatchObject({ people: [ana], note: 'voted', version: 4 })
})
