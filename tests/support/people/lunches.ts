import {
  addLunchOption,
  cancelLunch,
  changeLunch,
  getLunch,
  joinLunch,
  leaveLunch,
  listLunches,
  reopenLunch,
  saveVotes,
  settleLunch,
  startLunch,
} from '#features/lunches/contract.ts'
import type { CallInput } from '#kit/contract/endpoint.ts'
import type { Row } from '#kit/server/database/schema.ts'
import { idParams } from '#tests/support/calls/caller.ts'
import type { TestApp } from '#tests/support/start-app.ts'

type StartBody = CallInput<typeof startLunch>['body']

type Place = Row<'restaurants'>
type Places = [Place, Place, Place, ...Place[]]

/**
 * What users do with lunches, as functions that make tests readable: `const ana = await eater()`, `ana.join(lunch)`.
 */
export function lunchesOf(app: Pick<TestApp, 'as' | 'deps' | 'restaurant' | 'user'>) {
  const inMinutes = (minutes: number) => new Date(app.deps.now().getTime() + minutes * 60_000).toISOString()

  function eaterOf(user: Row<'users'>) {
    const as = app.as(user)
    const start = (places: Row<'restaurants'>[], fields: Partial<StartBody> = {}) =>
      as.call(startLunch, {
        body: {
          campusCode: 'arden',
          leavesAt: inMinutes(60),
          restaurantIds: places.map(place => place.id),
          ...fields,
        },
      })
    return {
      ...user,
      ...as,
      tryStart: start,
      start: async (places: Row<'restaurants'>[], fields?: Partial<StartBody>) => {
        const reply = await start(places, fields)
        if (reply.status !== 201) throw new Error(`${reply.status} ${reply.message}`)
        return reply.body
      },
      join: (lunch: { id: number }, body: { move?: boolean; hostAgain?: boolean } = {}) =>
        as.call(joinLunch, { ...idParams(lunch), body }),
      leave: (lunch: { id: number }) => as.call(leaveLunch, idParams(lunch)),
      vote: (
        lunch: { id: number },
        places: { id: number }[],
        body: { move?: boolean; before?: number[] } = {},
      ) =>
        as.call(saveVotes, {
          ...idParams(lunch),
          body: { restaurantIds: places.map(({ id }) => id), ...body },
        }),
      add: (lunch: { id: number }, place: { id: number }) =>
        as.call(addLunchOption, { ...idParams(lunch), body: { restaurantId: place.id } }),
      closeVote: (lunch: { id: number }, restaurantId?: number) =>
        as.call(settleLunch, {
          ...idParams(lunch),
          body: restaurantId === undefined ? {} : { restaurantId },
        }),
      reopen: (lunch: { id: number }) => as.call(reopenLunch, idParams(lunch)),
      change: (lunch: { id: number }, body: CallInput<typeof changeLunch>['body']) =>
        as.call(changeLunch, { ...idParams(lunch), body }),
      cancel: (lunch: { id: number }, query: { ifAlone?: '1' } = {}) =>
        as.call(cancelLunch, { ...idParams(lunch), query }),
      see: (lunch: { id: number }) => as.call(getLunch, idParams(lunch)),
      list: async (campusCode?: string) =>
        (await as.call(listLunches, { query: campusCode === undefined ? {} : { campusCode } })).body,
    }
  }

  return {
    inMinutes,
    eaterOf,
    eater: async (fields?: Partial<Row<'users'>>) => eaterOf(await app.user(fields)),
    /** Makes so many places; for tests that take them apart, their type has the first three. */
    places: async (count: number) =>
      (await Promise.all(Array.from({ length: count }, () => app.restaurant()))) as Places,
  }
}
