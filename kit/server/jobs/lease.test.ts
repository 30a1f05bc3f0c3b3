// On both engines: leases, races.
import { expect, test, vi } from 'vitest'
import { find } from '#kit/server/database/rows.ts'
import { startApp } from '#tests/support/start-app.ts'
import { isLeased, LeaseLost, withLease } from './lease.ts'

const app = await startApp()

test('of many that start together only one does the work, and afterwards another can', async () => {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  const attempts = Array.from({ length: 20 }, () =>
    withLease(app.deps, 'sweep', async () => {
      await opened
      return 'done'
    }),
  )
  const outcomes: string[] = []
  for (const attempt of attempts) void attempt.then(outcome => outcomes.push(outcome))
  await expect.poll(() => outcomes).toEqual(Array(19).fill('taken'))
  expect(await isLeased(app.db, 'sweep', app.clock.now())).toBe(true)
  open()
  expect((await Promise.all(attempts)).filter(outcome => outcome === 'done')).toHaveLength(1)
  expect(await isLeased(app.db, 'sweep', app.clock.now())).toBe(false)
  expect(await withLease(app.deps, 'sweep', async () => 'again')).toBe('again')
})

test('different kinds of work do not wait for each other', async () => {
  const outcome = await withLease(app.deps, 'one', () => withLease(app.deps, 'two', async () => 'both'))
  expect(outcome).toBe('both')
})

test('a failure releases the lease', async () => {
  await expect(withLease(app.deps, 'fails', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await isLeased(app.db, 'fails', app.clock.now())).toBe(false)
})

test('a lease is renewed while its work goes on', async () => {
  // Every 20 ms instead of every 10 s.
  const { setInterval } = globalThis
  vi.spyOn(globalThis, 'setInterval').mockImplementationOnce(renew => setInterval(renew, 20))
  const endOf = async (name: string) => (await find(app.db, 'leases', { name }))?.expiresAt
  await withLease(app.deps, 'long', async () => {
    const first = await endOf('long')
    await expect.poll(() => endOf('long')).not.toBe(first)
  })
})

test('a lease not renewed for half a minute can be taken over, and its first holder can’t write any more', async () => {
  const outcome = await withLease(app.deps, 'stalled', async first => {
    app.clock.advance({ minutes: 1 })
    return withLease(app.deps, 'stalled', async second => {
      await second.requireHeld(app.db)
      await expect(first.requireHeld(app.db)).rejects.toThrow(LeaseLost)
      return 'taken over'
    })
  })
  expect(outcome).toBe('taken over')
})

test('a lease that a wrong clock has dated far in the future counts as free [D-15]', async () => {
  app.clock.advance({ days: 31 })
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  const left = withLease(app.deps, 'ahead', () => opened)
  await expect.poll(() => isLeased(app.db, 'ahead', app.clock.now())).toBe(true)
  app.clock.advance({ days: -31 })
  expect(await isLeased(app.db, 'ahead', app.clock.now())).toBe(false)
  expect(await withLease(app.deps, 'ahead', async () => 'done')).toBe('done')
  open()
  await left
})
