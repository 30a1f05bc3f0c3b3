// On both engines: dialect.
import { expect, test } from 'vitest'
import { startApp } from '#tests/support/start-app.ts'

const app = await startApp()
const read = async (who: { id: number } | null, path: string) => {
  const reply = await app.as(who).fetch(path)
  return { status: reply.status, body: await reply.json() }
}

test('anyone below a super-user learns that all is well, and nothing else [T-123]', async () => {
  for (const who of [null, await app.user(), await app.admin()]) {
    expect(await read(who, '/healthz')).toEqual({ status: 200, body: { status: 'ok' } })
    expect(await read(who, '/readyz')).toEqual({ status: 200, body: { status: 'ok' } })
  }
})

test('no cache on the way keeps what a check was told, or what a super-user was [T-114]', async () => {
  for (const path of ['/healthz', '/readyz']) {
    const { headers } = await app.as(await app.superUser()).fetch(path)
    expect(headers.get('cache-control')).toBe('no-store')
  }
})

test('a super-user learns when the last good backup was made', async () => {
  const { status, body } = await read(await app.superUser(), '/readyz')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    status: 'ok',
    database: process.env.ENGINE,
    backups: { lastGood: null, isOverdue: false },
  })
})
