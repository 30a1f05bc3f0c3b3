import type { FastifyInstance } from 'fastify'
import { findCampusByCode } from '#features/campuses/server/campuses-store.ts'
import type { Deps } from '#kit/server/deps.ts'
import { campusNotFound } from '#kit/server/http/errors.ts'
import { serveEvents } from '#kit/server/http/events/events.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { Viewer } from '#kit/server/http/viewer.ts'
import * as contract from '../contract.ts'
import { suggestPlaces as suggestPlacesEndpoint } from '../lunch-suggestions-contract.ts'
import { cancelLunch, changeLunch, closeVoteNow, reopenVote } from './host-lunch.ts'
import { addOption, joinLunch, leaveLunch, saveVotes } from './join-lunch.ts'
import { listLunchRowsByIds } from './lunches-store.ts'
import { lunchTopic } from './news/tell.ts'
import { orderForAll } from './places/order-for-all.ts'
import { suggestPlaces } from './places/suggest-places.ts'
import { maySeeLunch } from './present-lunches.ts'
import { listLunchesFor, readLunch, readLunchesByIds } from './read-lunches.ts'
import { startLunch } from './start-lunch.ts'

export function lunchesApi(app: FastifyInstance, deps: Deps): void {
  const list = async (viewer: Viewer, campusCode: string | undefined) => {
    if (campusCode !== undefined && !(await findCampusByCode(deps.db, campusCode))) throw campusNotFound()
    return listLunchesFor(deps, viewer, campusCode)
  }

  serve(app, contract.listLunches, async ({ viewer, query }) => list(viewer, query.campusCode))

  serveEvents(app, deps, contract.lunchEvents, {
    topic: lunchTopic,
    open: async ({ viewer, query }) => ({ event: 'lunches', data: await list(viewer, query.campusCode) }),
    changes: async ids =>
      (await readLunchesByIds(deps, ids)).map(lunch => ({
        event: 'lunch',
        data: lunch,
        isFor: ({ viewer, query }) =>
          (query.campusCode ?? lunch.campusCode) === lunch.campusCode && maySeeLunch(lunch, viewer),
      })),
  })

  serve(app, contract.getLunch, async ({ params, viewer }) => readLunch(deps, params.id, viewer))

  serve(app, contract.orderOptions, async ({ params, viewer }) => ({
    restaurantIds: await orderForAll(deps, await readLunch(deps, params.id, viewer)),
  }))

  serve(app, suggestPlacesEndpoint, async ({ params, viewer }) =>
    suggestPlaces(deps, await readLunch(deps, params.id, viewer), viewer),
  )

  serve(app, contract.startLunch, async ({ body, viewer }) => startLunch(deps, viewer, body))

  serve(app, contract.changeLunch, async call => changeLunch(deps, call.params.id, call.body, call), {
    readStored: async ({ params }) => (await listLunchRowsByIds(deps.db, [params.id]))[0],
  })

  serve(app, contract.cancelLunch, async call => cancelLunch(deps, call.params.id, call))

  serve(app, contract.joinLunch, async ({ params, body, viewer }) =>
    joinLunch(deps, { ...params, ...body, viewer }),
  )

  serve(app, contract.leaveLunch, async ({ params, viewer }) => leaveLunch(deps, params.id, viewer))

  serve(app, contract.saveVotes, async ({ params, body, viewer }) =>
    saveVotes(deps, { ...params, ...body, viewer }),
  )

  serve(app, contract.addLunchOption, async ({ params, body, viewer }) =>
    addOption(deps, { ...params, ...body, viewer }),
  )

  serve(app, contract.settleLunch, async ({ params, body, viewer }) =>
    closeVoteNow(deps, { ...params, restaurantId: body?.restaurantId, viewer }),
  )

  serve(app, contract.reopenLunch, async ({ params, viewer }) => reopenVote(deps, params.id, viewer))
}
