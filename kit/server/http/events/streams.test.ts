// On both engines: events.
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { logout } from '#kit/contract/logout.ts'
import { openEvents } from '#tests/support/calls/open-events.ts'
import { testPassword } from '#tests/support/people/people.ts'
import { noteEvents, startNotes } from '#tests/support/processes/start-notes.ts'
import { startApp } from '#tests/support/start-app.ts'

const app = await startApp()
const one = await startNotes(app)
const path = noteEvents.path

test('a stream carries the id of its request', async () => {
  const stream = await openEvents(one.as(await app.user()), path)
  expect(stream.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
})

describe('a stream ends', () => {
  test('within seconds of signing out, of the end of its account, or once its password is rejected, while others continue [T-14 T-15]', async () => {
    const [ana, disabled, deleted, locked] = [
      await app.user(),
      await app.user(),
      await app.user(),
      await app.user(),
    ]
    const leaving = one.as(ana)
    const authorization = `Basic ${Buffer.from(`${locked.email}:${testPassword}`).toString('base64')}`
    const basic = {
      fetch: (to: string, init?: RequestInit) =>
        one.as(null).fetch(to, { ...init, headers: { authorization } }),
    }
    const open = await openEvents(one.as(ana), path)
    const ending: Awaited<ReturnType<typeof openEvents>>[] = []
    for (const caller of [leaving, one.as(disabled), one.as(deleted), basic])
      ending.push(await openEvents(caller, path))
    await Promise.all([open, ...ending].map(stream => stream.received(1)))

    expect((await leaving.call(logout)).status).toBe(204)
    await app.db.updateTable('users').set({ canLogin: false }).where('id', '=', disabled.id).execute()
    await app.db.deleteFrom('users').where('id', '=', deleted.id).execute()
    const lockedUntil = new Date(Date.now() + 60_000).toISOString()
    const lock = { failures: 20, lockedUntil, expiresAt: lockedUntil }
    for (const key of [`sign-in ${locked.email} 127.0.0.1`, `sign-in ${locked.email}`])
      await app.db
        .insertInto('throttles')
        .values({ key, ...lock })
        .onConflict(c => c.column('key').doUpdateSet(lock))
        .execute()
    await expect
      .poll(() => ending.map(stream => stream.hasEnded()), { timeout: 6_000 })
      .toEqual([true, true, true, true])
    expect(open.hasEnded()).toBe(false)
  })

  test('if it is the oldest and its session has more than six', async () => {
    const ana = one.as(await app.user())
    const streams: Awaited<ReturnType<typeof openEvents>>[] = []
    for (let i = 0; i < 7; i += 1) streams.push(await openEvents(ana, path))
    await expect.poll(() => streams.map(stream => stream.hasEnded())).toEqual([true, ...Array(6).fill(false)])
  })

  test('immediately when the server stops, without delaying it', async () => {
    const server = await startNotes(app)
    const stream = await openEvents(server.as(await app.user()), path)
    await stream.received(1)
    const before = performance.now()
    await server.stop()
    await stream.ended
    expect(performance.now() - before).toBeLessThan(2_000)
  })
})

test('a comment at least every 25 seconds keeps a stream open', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const server = await startNotes(app)
  const stream = await openEvents(server.as(await app.user()), path)
  await stream.received(1)
  vi.advanceTimersByTime(25_000)
  vi.useRealTimers()
  await expect.poll(() => stream.comments).toEqual([':'])
})
