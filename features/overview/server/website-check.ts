import { type Actor, recordAudit } from '#features/audit/server/record-audit.ts'
import {
  countWebsiteOutcomes,
  findUncheckedWebsite,
  listWebsiteGoneIds,
  replaceWebsiteChecks,
  saveWebsiteOutcome,
} from '#features/restaurants/server/website-checks-store.ts'
import type { WebsiteCheck } from '#features/restaurants/websites-contract.ts'
import type { Db } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { conflict } from '#kit/server/http/errors.ts'
import type { BackgroundWork } from '#kit/server/jobs/background-work.ts'
import { leasedWork } from '#kit/server/jobs/leased-work.ts'

type CheckDeps = Pick<Deps, 'db' | 'log' | 'now' | 'websites'>

/** Checks the websites queued in the database, one after the other. */
export function createWebsiteCheck(deps: CheckDeps): BackgroundWork {
  const { db, now, websites } = deps
  return leasedWork(deps, {
    lease: 'check websites',
    findNext: () => findUncheckedWebsite(db),
    work: async (next, { signal }) => {
      const outcome = await websites.check(next.url, signal)
      await saveWebsiteOutcome(db, { ...next, outcome, checkedAt: now().toISOString() })
    },
    takenOver: 'another process continues the check of websites',
    interrupted: 'the check of websites was interrupted',
  })
}

export async function beginWebsiteCheck({ db, now }: Pick<Deps, 'db' | 'now'>, by: Actor): Promise<void> {
  await db.transaction().execute(async tx => {
    if (await findUncheckedWebsite(tx)) throw conflict('The websites are already being checked')
    await replaceWebsiteChecks(tx)
    const { count } = await readWebsiteCheck(tx)
    const time = now().toISOString()
    await recordAudit(tx, { action: 'WEBSITES_CHECKED', details: { count }, by, time })
  })
}

export async function readWebsiteCheck(db: Db): Promise<WebsiteCheck> {
  const rows = await countWebsiteOutcomes(db)
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
