import type { FastifyInstance } from 'fastify'
import { getForYou } from '#contract/taste.ts'
import { localDate } from '#domain/zoned-time.ts'
import { readNumberSetting } from '#server/data/settings-store.ts'
import { readOwnerVersion } from '#server/data/versions-store.ts'
import { listHiddenIds } from '#server/data/visits-store.ts'
import type { Db } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import { forYou } from '#server/features/restaurants/for-you.ts'
import { readPlacesToSuggest } from '#server/features/restaurants/places-to-suggest.ts'
import { requireCampus } from '#server/features/restaurants/require-restaurant.ts'
import { enterLunchVisits } from '#server/features/visits/enter-visits.ts'
import { visitsToRate } from '#server/features/visits/present-visits.ts'
import { type Call, serve } from '#server/http/serve.ts'
import { cachedReply } from '#server/http/serve-cached.ts'

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
