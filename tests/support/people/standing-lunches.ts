import type { StandingLunch } from '#features/lunches/standing-lunches-contract.ts'
import * as contract from '#features/lunches/standing-lunches-contract.ts'
import type { CallInput } from '#kit/contract/endpoint.ts'
import type { Row } from '#kit/server/database/schema.ts'
import { idParams } from '#tests/support/calls/caller.ts'
import type { TestApp } from '#tests/support/start-app.ts'
import { lunchesOf } from './lunches.ts'

type Body = CallInput<typeof contract.startStandingLunch>['body']
type Which = { id: number }

/** What people do with lunches that repeat: `const ana = await regular()`, `ana.repeat({ weekdays: [1] })`. */
export function standingLunchesOf(app: Pick<TestApp, 'as' | 'db' | 'deps' | 'restaurant' | 'user'>) {
  const { eaterOf } = lunchesOf(app)

  function regularOf(user: Row<'users'>) {
    const as = app.as(user)
    const tryRepeat = (fields: Partial<Body> = {}) =>
      as.call(contract.startStandingLunch, {
        body: { campusCode: 'arden', weekdays: [1], time: '12:00', ...fields },
      })
    const skip =
      (endpoint: typeof contract.skipStandingLunch | typeof contract.unskipStandingLunch) =>
      ({ id }: Which, date: string) =>
        as.call(endpoint, { params: { id, date } })
    return {
      ...eaterOf(user),
      tryRepeat,
      repeat: async (fields?: Partial<Body>): Promise<StandingLunch> => {
        const reply = await tryRepeat(fields)
        if (reply.status !== 201) throw new Error(`${reply.status} ${reply.message}`)
        return reply.body
      },
      come: (standing: Which) => as.call(contract.becomeRegular, idParams(standing)),
      stop: (standing: Which) => as.call(contract.stopBeingRegular, idParams(standing)),
      edit: (standing: Which, body: CallInput<typeof contract.changeStandingLunch>['body']) =>
        as.call(contract.changeStandingLunch, { ...idParams(standing), body }),
      end: (standing: Which) => as.call(contract.endStandingLunch, idParams(standing)),
      skip: skip(contract.skipStandingLunch),
      unskip: skip(contract.unskipStandingLunch),
      seeStanding: async ({ id }: Which) =>
        (await as.call(contract.listStandingLunches)).body.find(standing => standing.id === id),
    }
  }

  return {
    regularOf,
    regular: async (fields?: Partial<Row<'users'>>) => regularOf(await app.user(fields)),
    /** Makes what is due, as the clock does. */
    make: async () => {
      app.deps.jobs.standingLunches.wake()
      await app.deps.jobs.standingLunches.settled()
    },
    /** All lunches that a standing lunch made, with their local time of leaving. */
    madeBy: ({ id }: Which) =>
      app.db
        .selectFrom('standingDays')
        .innerJoin('lunches', 'lunches.id', 'standingDays.lunchId')
        .selectAll('lunches')
        .select('standingDays.date')
        .where('standingDays.standingId', '=', id)
        .orderBy('date')
        .execute(),
  }
}
