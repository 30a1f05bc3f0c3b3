import { setTimeout } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { startRecalculation } from '#features/distances/contract.ts'
import { importRestaurants } from '#features/imports/contract.ts'
import { withLease } from '#kit/server/jobs/lease.ts'
import { startApp } from '#tests/support/start-app.ts'

const app = await startApp({ RATE_LIMITS: 'off' })

test('while an import and a recalculation of five thousand restaurants give way, a lease is renewed in time [T-330]', async () => {
  const root = app.as(await app.superUser())
  const rows = Array.from(
    { length: 5_000 },
    (_, i) => `Kitchen ${i},"${i} Oak Street, Arden, NC 28704",Pizza,,`,
  )
  const file = new Blob([['name,address,category,phone,website', ...rows].join('\n')])
  // Every 20 ms instead of every 10 s, so that work of some seconds shows whether it keeps renewals waiting.
  const { setInterval } = globalThis
  vi.spyOn(globalThis, 'setInterval').mockImplementationOnce(renew => setInterval(renew, 20))
  const name = 'renewed'
  const renewals = new Set<number>()
  await withLease({ db: app.db, now: () => new Date() }, name, async () => {
    let isDone = false
    const watch = async () => {
      while (!isDone) {
        const lease = app.db.selectFrom('leases').select('expiresAt').where('name', '=', name)
        renewals.add(Date.parse((await lease.executeTakeFirstOrThrow()).expiresAt))
        await setTimeout(5)
      }
    }
    const watching = watch()
    const { body } = await root.call(importRestaurants, { query: {}, body: { campusCode: 'arden' }, file })
    expect(body.imported).toBe(5_000)
    await root.call(startRecalculation)
    app.deps.jobs.recalculation.wake()
    await app.deps.jobs.recalculation.settled()
    isDone = true
    await watching
  })
  const times = [...renewals]
  const waits = times.map((time, i) => time - (times[i - 1] ?? time))
  // If nothing gives way, one wait is four fifths of the whole; else it is the import's transaction, a quarter.
  expect(Math.max(...waits)).toBeLessThan(waits.reduce((sum, wait) => sum + wait) / 2)
  // A renewal may wait for the transaction of the import, for less than the twenty seconds that are left then.
  expect(Math.max(...waits)).toBeLessThan(5_000)
})
