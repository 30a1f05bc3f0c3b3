import type { FastifyInstance } from 'fastify'
import { requireCampus } from '#features/campuses/server/campuses-store.ts'
import { readNumberSetting } from '#features/settings/server/settings-store.ts'
import { enterLunchVisits } from '#features/visits/server/enter-visits.ts'
import { listHiddenIds } from '#features/visits/server/hidden-restaurants-api.ts'
import { visitsToRate } from '#features/visits/server/present-visits.ts'
import { localDate } from '#kit/rules/time/zoned-time.ts'
import type { Db } from '#kit/server/database/schema.ts'
import { readOwnerVersion } from '#kit/server/database/versions-store.ts'
import type { Deps } from '#kit/server/deps.ts'
import { type Call, serve } from '#kit/server/http/serve.ts'
import { cachedReply } from '#kit/server/http/serve-cached.ts'
import { getForYou } from '../contract.ts'
import { forYou } from './for-you.ts'
import { readPlacesToSuggest } from './places-to-suggest.ts'

export function tasteApi(app: FastifyInstance, deps: Deps): void {
  const { db, now, config } = deps

  const handleForYou = async (call: Call<typeof getForYou>) => {
    const { campusCode } = call.params
    const { id, ownVersion } = call.viewer
    // Visits that are entered only now are not among those of the version that came with the session.
    const owner = {
      id,
      ownVersion: (await enterLunchVisits(deps)) ? await readOwnerVersion(db, id) : ownVersion,
    }
    const versions = await deps.cache.readVersions()
    const places = await readPlacesToSuggest(deps, versions)
    const today = localDate(now(), config.timeZone)
    const make = async ({ db }: { db: Db }) => {
      await requireCampus(db, campusCode)
      const hidden = await listHiddenIds(db, id)
      return {
        ...(await forYou({ db, taste: deps.taste, places }, campusCode, id, hidden)),
        avoidDays: await readNumberSetting(db, 'avoid_days'),
        hidden,
        toRate: await visitsToRate(db, { userId: id, today, timeZone: config.timeZone }),
      }
    }
    return cachedReply(deps, getForYou, call, make, {
      owner,
      madeFrom: `${today} ${places.fingerprint}`,
      versions,
    })
  }
  serve(app, getForYou, handleForYou, { hasEtag: true })
}
