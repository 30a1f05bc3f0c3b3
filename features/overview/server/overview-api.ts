import type { FastifyInstance } from 'fastify'
import { getWebsiteCheck, startWebsiteCheck } from '#features/restaurants/websites-contract.ts'
import { isSuperUser } from '#kit/rules/roles.ts'
import { minutes } from '#kit/rules/units.ts'
import type { Deps } from '#kit/server/deps.ts'
import { serve } from '#kit/server/http/serve.ts'
import { createTtlCache } from '#kit/server/jobs/ttl-cache.ts'
import { getOverview } from '../contract.ts'
import { countOverview } from './count-overview.ts'
import { type ReadBackups, readHealth } from './read-health.ts'
import { beginWebsiteCheck, readWebsiteCheck } from './website-check.ts'

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
    await beginWebsiteCheck(deps, call)
    counts.invalidate()
    jobs.websiteCheck.wake()
    return readWebsiteCheck(db)
  })
}
