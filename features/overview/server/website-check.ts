import { listWebsiteGoneIds } from '#features/restaurants/server/restaurants-store.ts'
import type { WebsiteCheck } from '#features/restaurants/websites-contract.ts'
import { change, find } from '#kit/server/database/rows.ts'
import type { Db } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import type { BackgroundWork } from '#kit/server/jobs/background-work.ts'
import { leasedWork } from '#kit/server/jobs/leased-work.ts'

type CheckDeps = Pick<Deps, 'db' | 'log' | 'now' | 'websites'>

/** Checks the websites queued in the database, one after the other. */
export function createWebsiteCheck(deps: CheckDeps): BackgroundWork {
  const { db, now, websites } = deps
  return leasedWork(deps, {
    lease: 'check websites',
    findNext: () => findUnchecked(db),
    work: async ({ restaurantId, url }, { signal }) => {
      const outcome = await websites.check(url, signal)
      const checkedAt = now().toISOString()
      await change(db, 'websiteChecks', { restaurantId, url }, { outcome, checkedAt })
    },
    takenOver: 'another process continues the check of websites',
    interrupted: 'the check of websites was interrupted',
  })
}

export const findUnchecked = (db: Db) =>
  find(db, 'websiteChecks', { outcome: null }, { order: ['restaurantId'] })

export async function readWebsiteCheck(db: Db): Promise<WebsiteCheck> {
  const rows = await db
    .selectFrom('websiteChecks')
    .select(eb => ['outcome', eb.fn.countAll<number>().as('count'), eb.fn.max('checkedAt').as('checkedAt')])
    .groupBy('outcome')
    .execute()
  const count = rows.reduce((sum, row) => sum + row.count, 0)
  const of = (outcome: string | null) => rows.find(row => row.outcome === outcome)?.count ?? 0
  const open = of(null)
  const times = rows.flatMap(({ checkedAt }) => checkedAt ?? [])
  return {
    state: count === 0 ? 'Not Run' : open > 0 ? 'In Progress' : 'Completed',
    count,
    checked: count - open,
    gone: (await listWebsiteGoneIds(db)).length,
    unclear: of('unclear'),
    finishedAt: open > 0 ? null : (times.toSorted().at(-1) ?? null),
  }
}
