import type { FastifyInstance } from 'fastify'
import { sentence } from '#kit/rules/texts/isolated.ts'
import { insert, insertAll, list, remove } from '#kit/server/database/rows.ts'
import type { Deps } from '#kit/server/deps.ts'
import { conflict, forbidden } from '#kit/server/http/errors.ts'
import { serve } from '#kit/server/http/serve.ts'
import { addLunchOption, joinLunch, leaveLunch, saveVotes } from '../contract.ts'
import { maxPlaces } from '../lunch-fields.ts'
import { mayStillReturn } from '../lunch-times.ts'
import { changeLockedLunch, type LockedLunch, leaveOverlapping } from './lock-lunches.ts'
import { noFormerHost, removeFromLunch } from './lunch-people.ts'
import { addOptions, canBeVotedFor, listLunchOptions, updateLunch } from './lunches-store.ts'
import { announceLunches } from './news/tell.ts'
import { requireOpenVote, requireRestaurants } from './requirements.ts'

/** What people do in a lunch: join, leave, vote, and add restaurants. */
export function lunchPeopleApi(app: FastifyInstance, deps: Deps): void {
  serve(app, joinLunch, async call =>
    changeLockedLunch(deps, call, async locked => {
      await join(deps, locked, call.body?.move)
      if (call.body?.hostAgain) await returnAsHost(locked)
    }),
  )

  serve(app, leaveLunch, async call =>
    changeLockedLunch(deps, call, async ({ tx, lunch, viewer, isIn, time }) => {
      if (isIn) await removeFromLunch(tx, deps, lunch, { userId: viewer.id, time, mayReturn: true })
    }),
  )

  serve(app, saveVotes, async call =>
    changeLockedLunch(deps, call, async locked => {
      const { tx, lunch, viewer, time } = locked
      const { restaurantIds, before, move } = call.body
      requireOpenVote(lunch)
      const open = (await listLunchOptions(tx, [lunch.id])).filter(canBeVotedFor)
      for (const { id, name } of await requireRestaurants(tx, [...new Set(restaurantIds)]))
        if (!open.some(option => option.restaurantId === id))
          throw conflict(sentence`${name} is not among the places of this lunch`)
      await join(deps, locked, move)

      const own = { lunchId: lunch.id, userId: viewer.id }
      const votes = await list(tx, 'lunchVotes', own)
      const had = new Set(votes.map(vote => vote.restaurantId))
      // Of a page that knew only the votes `before`, as another device voted meanwhile, just what it changes counts.
      const kept = before ? [...had].filter(id => restaurantIds.includes(id) || !before.includes(id)) : []
      const wanted = new Set([...kept, ...restaurantIds.filter(id => !before?.includes(id))])
      if (had.size === wanted.size && [...wanted].every(id => had.has(id))) return
      await remove(tx, 'lunchVotes', own)
      const rows = [...wanted].map(restaurantId => ({ ...own, restaurantId }))
      await insertAll(tx, 'lunchVotes', rows)
      await announceLunches(tx, [await updateLunch(tx, lunch.id, {}, time)], time)
    }),
  )

  serve(app, addLunchOption, async call =>
    changeLockedLunch(deps, call, async ({ tx, lunch, viewer, isIn, time }) => {
      const { restaurantId } = call.body
      requireOpenVote(lunch)
      if (!isIn) throw forbidden('Join this lunch to add a place')
      const options = await listLunchOptions(tx, [lunch.id])
      if (options.some(option => option.restaurantId === restaurantId && canBeVotedFor(option))) return
      const added = await requireRestaurants(tx, [restaurantId])
      if (options.length >= maxPlaces) throw conflict(`A vote has at most ${maxPlaces} places`)
      const first = Math.max(...options.map(option => option.position), 0) + 1
      await addOptions(tx, lunch.id, added, { addedBy: viewer.id, first })
      await announceLunches(tx, [await updateLunch(tx, lunch.id, {}, time)], time)
    }),
  )
}

async function join(deps: Deps, locked: LockedLunch, move: boolean | undefined): Promise<void> {
  const { tx, lunch, viewer, isIn, time } = locked
  if (isIn) return
  if (lunch.seats !== null && lunch.peopleCount >= lunch.seats)
    throw conflict('This lunch is full', { code: 'lunch_full' })
  await leaveOverlapping(deps, locked, { joining: lunch, move })
  const { last } = await tx
    .selectFrom('lunchPeople')
    .select(eb => eb.fn.max('position').as('last'))
    .where('lunchId', '=', lunch.id)
    .executeTakeFirstOrThrow()
  await insert(tx, 'lunchPeople', { lunchId: lunch.id, userId: viewer.id, position: (last ?? 0) + 1 })
  const joined = await updateLunch(tx, lunch.id, { peopleCount: lunch.peopleCount + 1 }, time)
  await announceLunches(tx, [joined], time)
}

/** Takes back that a host has just left, unless the one after them has left too. */
async function returnAsHost({ tx, lunch, viewer, time }: LockedLunch): Promise<void> {
  if (lunch.formerHostId !== viewer.id || !mayStillReturn(lunch.hostLeftAt, time)) return
  const changed = await updateLunch(tx, lunch.id, { hostId: viewer.id, ...noFormerHost }, time)
  await announceLunches(tx, [changed], time)
}
