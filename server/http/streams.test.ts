// On both engines: events.
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { logout } from '#contract/sessions.ts'
import { openEvents } from '#server/testing/open-events.ts'
import { testPassword } from '#server/testing/people.ts'
import { startApp } from '#server/testing/start-app.ts'
import { noteEvents, startNotes } from '#server/testing/start-notes.ts'

const app = await startApp()
const one = await startNotes(app)
const path = noteEvents.path

test('a stream carries the id of its request', async () => {
  const stream = await openEvents(one.as(await app.user()), path)
  expect(stream.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
})

describe('a stream ends', () => {
  test('within seconds of signing out, while that of another session continues [T-14]', async () => {
    const ana = await app.user()
    const [left, stays] = [one.as(ana), one.as(ana)]
    const [ending, open] = [await openEvents(left, path), await openEvents(stays, path)]
    await Promise.all([ending.received(1), open.received(1)])
    expect((await left.call(logout)).status).toBe(204)
    await expect.poll(ending.hasEnded, { timeout: 6_000 }).toBe(true)
    expect(open.hasEnded()).toBe(false)
  })

  test.each([
    ['is disabled', { canLogin: false }],
    ['is deleted', null],
  ])('within seconds when the account %s [T-15]', async (_, changes) => {
    const ana = await app.user()
    const stream = await openEvents(one.as(ana), path)
    await stream.received(1)
    if (changes) await app.db.updateTable('users').set(changes).where('id', '=', ana.id).execute()
    else await app.db.deleteFrom('users').where('id', '=', ana.id).execute()
    await expect.poll(stream.hasEnded, { timeout: 6_000 }).toBe(true)
  })

  test('within seconds once its password is rejected [T-14]', async () => {
    const { email } = await app.user()
    const authorization = `Basic ${Buffer.from(`${email}:${testPassword}`).toString('base64')}`
    const basic = {
      fetch: (to: string, init?: RequestInit) =>
        one.as(null).fetch(to, { ...init, headers: { authorization } }),
    }
    const stream = await openEvents(basic, path)
    await stream.received(1)
    const lockedUntil = new Date(Date.now() + 60_000).toISOString()
    const lock = { failures: 20, lockedUntil, expiresAt: lockedUntil }
    for (const key of [`sign-in ${email} 127.0.0.1`, `sign-in ${email}`])
      await app.db
        .insertInto('throttles')
        .values({ key, ...lock })
        .onConflict(c => c.column('key').doUpdateSet(lock))
        .execute()
    await expect.poll(stream.hasEnded, { timeout: 6_000 }).toBe(true)
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
