import type { FastifyInstance } from 'fastify'
import { write } from '#features/audit/server/write.ts'
import { getWebsiteCheck, startWebsiteCheck } from '#features/restaurants/websites-contract.ts'
import { isSuperUser } from '#kit/rules/roles.ts'
import { minutes } from '#kit/rules/units.ts'
import type { Deps } from '#kit/server/deps.ts'
import { conflict } from '#kit/server/http/errors.ts'
import { serve } from '#kit/server/http/serve.ts'
import { createTtlCache } from '#kit/server/jobs/ttl-cache.ts'
import { getOverview } from '../contract.ts'
import { countOverview } from './count-overview.ts'
import { type ReadBackups, readHealth } from './health.ts'
import { findUnchecked, readWebsiteCheck } from './website-check.ts'

export function overviewApi(app: FastifyInstance, deps: Deps, readBackups: ReadBackups): void {
  const { db, jobs } = deps
  const counts = createTtlCache(1 * minutes, () => countOverview(deps))
  const health = createTtlCache(1 * minutes, () => readHealth(deps, readBackups))

  serve(app, getOverview, async ({ viewer }) => {
    const counted = await counts.read()
    // Don't cache this, so that the first restaurants show immediately.
    if (counted.isEmpty) counts.invalidate()
    return { ...counted, health: isSuperUser(viewer) ? await health.read() : null }
  })

  serve(app, getWebsiteCheck, async () => readWebsiteCheck(db))

  serve(app, startWebsiteCheck, async call => {
    await write(deps, call, async ({ tx, audit }) => {
      if (await findUnchecked(tx)) throw conflict('The websites are already being checked')
      await tx.deleteFrom('websiteChecks').execute()
      await tx
        .insertInto('websiteChecks')
        .columns(['restaurantId', 'url'])
        .expression(eb =>
          eb
            .selectFrom('restaurants')
            .select('id')
            .select(({ ref }) => ref('websiteUrl').$notNull().as('url'))
            .where('disabled', '=', false)
            .where('websiteUrl', 'is not', null)
            .orderBy('id'),
        )
        // If another request started a check at the same moment, one check is enough.
        .onConflict(conflict => conflict.doNothing())
        .execute()
      await audit('WEBSITES_CHECKED', { count: (await readWebsiteCheck(tx)).count })
    })
    counts.invalidate()
    jobs.websiteCheck.wake()
    return readWebsiteCheck(db)
  })
}
