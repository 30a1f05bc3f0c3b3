import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { createRating } from '#features/ratings/contract.ts'
import { isUnavailable } from '#kit/server/database/drivers/dialect.ts'
import { createDatabase, startPostgres } from '#tests/support/databases/postgres.ts'
import { startApp } from '#tests/support/start-app.ts'

describe('a restart of PostgreSQL', async () => {
  const { url, control, stop } = await startPostgres({ durable: true })
  afterAll(stop)
  const app = await startApp({ DATABASE_URL: await createDatabase(url) })
  const status = async (path: string) => (await app.as(null).fetch(path)).status

  test.each(['fast', 'immediate'])(
    '(%s) causes 503 replies while it lasts, and afterwards everything works again [D-12]',
    async mode => {
      const [ana, place] = [await app.user(), await app.restaurant()]
      const caller = app.as(ana)
      const rate = (value: number) => caller.call(createRating, { body: { restaurantId: place.id, value } })
      expect((await rate(5)).status).toBe(201)

      await control('stop', '-m', mode)
      expect(await status('/readyz')).toBe(503)
      expect(await status('/api/campuses')).toBe(503)
      expect((await rate(1)).message).toBe(
        'The database is not available right now. Please try again in a moment.',
      )
      expect(await status('/healthz')).toBe(200)

      await control('start')
      await expect.poll(() => status('/readyz'), { timeout: 5_000 }).toBe(200)
      const kept = await app.db.selectFrom('ratings').select('value').where('userId', '=', ana.id).execute()
      expect(kept).toEqual([{ value: 5 }])
      expect((await rate(4)).status).toBe(200)
    },
  )

  test('between two statements of a transaction is reported by the next statement', async () => {
    const attempt = app.db.transaction().execute(async tx => {
      await sql`select 1`.execute(tx)
      await control('restart', '-m', 'immediate')
      await sql`select 1`.execute(tx)
    })
    expect(isUnavailable(await attempt.catch(error => error))).toBe(true)
    await expect.poll(() => status('/readyz'), { timeout: 5_000 }).toBe(200)
  })
})
