import type { FastifyInstance } from 'fastify'
import { findCampusByCode } from '#features/campuses/server/campuses-store.ts'
import type { Deps } from '#kit/server/deps.ts'
import { campusNotFound } from '#kit/server/http/errors.ts'
import { serve } from '#kit/server/http/serve.ts'
import * as contract from '../../standing-lunches-contract.ts'
import { changeStandingLunch, endStandingLunch } from './change-standing-lunch.ts'
import { listStandingFor, readStanding } from './read-standing-lunches.ts'
import { becomeRegular, stopBeingRegular } from './regulars.ts'
import { skipDay, unskipDay } from './skip-standing-lunch.ts'
import { startStandingLunch } from './start-standing-lunch.ts'

export function standingLunchesApi(app: FastifyInstance, deps: Deps): void {
  serve(app, contract.listStandingLunches, async ({ query: { campusCode }, viewer }) => {
    if (campusCode !== undefined && !(await findCampusByCode(deps.db, campusCode))) throw campusNotFound()
    return listStandingFor(deps, viewer, campusCode)
  })

  serve(app, contract.startStandingLunch, async ({ body, viewer }) => startStandingLunch(deps, viewer, body))

  serve(
    app,
    contract.changeStandingLunch,
    async call => changeStandingLunch(deps, call.params.id, call.body, call),
    { readStored: ({ params }) => readStanding(deps, params.id) },
  )

  serve(app, contract.endStandingLunch, async call => endStandingLunch(deps, call.params.id, call))

  serve(app, contract.becomeRegular, async ({ params, viewer }) => becomeRegular(deps, { ...params, viewer }))

  serve(app, contract.stopBeingRegular, async ({ params, viewer }) =>
    stopBeingRegular(deps, { ...params, viewer }),
  )

  serve(app, contract.skipStandingLunch, async call => skipDay(deps, call.params, call))

  serve(app, contract.unskipStandingLunch, async call => unskipDay(deps, call.params, call))
}
