// On both engines: dialect, events.
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { logout } from '#kit/contract/logout.ts'
import { announce } from '#kit/server/jobs/changes-store.ts'
import { openEvents } from '#tests/support/calls/open-events.ts'
import { testPassword } from '#tests/support/people/people.ts'
import { noteEvents, startNotes } from '#tests/support/processes/start-notes.ts'
import { startApp } from '#tests/support/start-app.ts'

const app = await startApp()
const notes = new Map([[1, 'one']])
let onOpen = async () => {}
const [one, two] = [
  await startNotes(app, { notes, onOpen: () => onOpen() }),
  await startNotes(app, { notes }),
]
const path = noteEvents.path

/** Opens a stream of someone new, which has begun. */
async function listen(query = '') {
  const stream = await openEvents(one.as(await app.user()), path + query)
  await stream.received(1)
  return stream
}

describe('a stream', () => {
  test('begins with everything, then sends each change, with increasing ids', async () => {
    const stream = await listen()
    await one.change(2, 'two')
    await stream.received(2)
    await one.change(2, 'deux')
    await stream.received(3)
    expect(stream.events.map(({ event, data }) => [event, data])).toEqual([
      ['notes', [{ id: 1, text: 'one' }]],
      ['note', { id: 2, text: 'two' }],
      ['note', { id: 2, text: 'deux' }],
    ])
    const ids = stream.events.map(({ id }) => id)
    expect(ids.toSorted((a, b) => a - b)).toEqual(ids)
    expect(new Set(ids).size).toBe(3)
  })

  test('is not buffered by proxies, compressed or cached, and carries the id of its request', async () => {
    const ana = one.as(await app.user())
    const response = await ana.fetch(path, { headers: { 'accept-encoding': 'br, gzip' } })
    const header = (name: string) => response.headers.get(name)
    expect(header('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(header('x-accel-buffering')).toBe('no')
    expect(header('cache-control')).toBe('no-store, no-transform')
    expect(header('content-encoding')).toBeNull()
    expect(header('x-request-id')).toMatch(/^[\da-f-]{36}$/)
    const reader = response.body?.getReader()
    const { value } = (await reader?.read()) ?? {}
    expect(new TextDecoder().decode(value)).toMatch(/^retry: 3000\n/)
    await reader?.cancel()
  })

  test('sends a change by its own process within a second, and by another process within two', async () => {
    const stream = await listen()
    for (const [server, within] of [
      [one, 1_000],
      [two, 2_000],
    ] as const) {
      const before = performance.now()
      const { length } = stream.events
      await server.change(3, `by ${server === one ? 'one' : 'two'}`)
      await stream.received(length + 1)
      expect((stream.events.at(-1)?.at ?? Infinity) - before).toBeLessThan(within)
    }
    expect(stream.named('note')).toEqual([
      { id: 3, text: 'by one' },
      { id: 3, text: 'by two' },
    ])
  })

  test('sends only the events that are for its listener', async () => {
    const stream = await listen('?only=mine')
    await one.change(4, 'not mine')
    await one.change(5, 'mine')
    await stream.received(2)
    expect(stream.named('note')).toEqual([{ id: 5, text: 'mine' }])
  })

  test('loses no change that is made while its first event is read', async () => {
    const [reading, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    onOpen = async () => {
      reading.resolve()
      await held.promise
    }
    const opening = openEvents(one.as(await app.user()), path)
    await reading.promise
    await one.change(6, 'meanwhile')
    await new Promise(resolve => setTimeout(resolve, 400))
    onOpen = async () => {}
    held.resolve()
    const stream = await opening
    await stream.received(2)
    expect(stream.events[1]).toMatchObject({ event: 'note', data: { id: 6, text: 'meanwhile' } })
    expect(stream.events[1]?.id).toBeGreaterThan(stream.events[0]?.id ?? Infinity)
  })

  test('that can’t be opened is rejected like any call', async () => {
    onOpen = async () => {
      throw new Error('no')
    }
    const response = await one.as(await app.user()).fetch(path)
    onOpen = async () => {}
    expect([response.status, await response.json()]).toEqual([
      500,
      { message: 'Internal server error', code: 'internal_error' },
    ])
    expect((await one.as(null).fetch(path)).status).toBe(401)
  })

  test('starts over when anything may have changed', async () => {
    const stream = await listen()
    await announce(two.deps.db, { topic: 'notes', changed: 'all', time: app.clock.now().toISOString() })
    await stream.received(2)
    expect(stream.events.map(({ event }) => event)).toEqual(['notes', 'notes'])
  })

  test('does not send a change that was rolled back', async () => {
    const stream = await listen()
    const failed = one.deps.db.transaction().execute(async tx => {
      await announce(tx, { topic: 'notes', changed: [7], time: app.clock.now().toISOString() })
      throw new Error('rolled back')
    })
    await expect(failed).rejects.toThrow('rolled back')
    one.deps.changes.wake()
    await one.change(8, 'kept')
    await stream.received(2)
    expect(stream.named('note')).toEqual([{ id: 8, text: 'kept' }])
  })
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
