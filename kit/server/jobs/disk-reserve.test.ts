// On one engine: files.
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { createRating } from '#features/ratings/contract.ts'
import { signOnSteps, startMaliciousIssuer } from '#tests/support/services/malicious-issuer.ts'
import { startApp } from '#tests/support/start-app.ts'

const app = await startApp()
const path = join(app.dataDir, 'reserve')
const sizeOf = async () => (await stat(path).catch(() => ({ size: 0 }))).size

class Full extends Error {
  code = 'SQLITE_FULL'
}

test('work that finds no disk space uses that of the reserve, which is then filled again [D-04]', async () => {
  const { diskReserve } = app.deps
  await diskReserve.fill()
  const { size } = await stat(path)
  expect(size).toBe(4 * 1024 * 1024)
  // Has all byte values, so no file system can avoid storing it.
  expect(new Set(await readFile(path)).size).toBe(256)

  const sizes: number[] = []
  const needsRoom = async () => {
    const found = await sizeOf()
    sizes.push(found)
    if (found > 0) throw new Full()
    return 'done'
  }
  expect(await Promise.all([diskReserve.use(needsRoom), diskReserve.use(needsRoom)])).toEqual([
    'done',
    'done',
  ])
  expect(sizes).toEqual([size, size, 0, 0])
  expect(await sizeOf()).toBe(size)
})

test('work that fails for another reason is tried only once', async () => {
  let tries = 0
  const failing = app.deps.diskReserve.use(async () => {
    tries += 1
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(tries).toBe(1)
})

test.each(['insertInto', 'deleteFrom', 'transaction'] as const)(
  'single sign-on uses the reserve, whichever of its writes finds no disk space: %s [D-04]',
  async write => {
    const issuer = await startMaliciousIssuer()
    const appUrl = 'https://lunch.example.org'
    const there = await startApp({ APP_URL: appUrl, ...issuer.environment })
    await there.deps.diskReserve.fill()
    const { browser, begin, comeBack } = signOnSteps(there, issuer, appUrl)
    const findsNoRoom = () =>
      vi.spyOn(there.db, write).mockImplementationOnce(() => {
        throw new Full()
      })
    const at = browser()
    if (write === 'insertInto') findsNoRoom()
    const callback = issuer.sendBack(await begin(at))
    if (write !== 'insertInto') findsNoRoom()
    expect(await comeBack(at, callback)).toBe('/finish-account')
    expect(issuer.requests.filter(({ path }) => path === '/token')).toHaveLength(1)
    vi.restoreAllMocks()
  },
)

test('a write that finds no disk space is rejected with a clear message', async () => {
  const who = app.as(await app.user())
  const rate = (restaurantId: number) =>
    who.call(createRating, { body: { restaurantId, value: 4, comment: 'x'.repeat(900) } })
  const ids: number[] = []
  for (let i = 0; i < 100; i += 1) ids.push((await app.restaurant()).id)
  await sql`pragma max_page_count = 1`.execute(app.db)
  // At first there is room in the pages that the file has.
  while ((await rate(ids[0] ?? 0)).status === 201) ids.shift()
  expect(await rate(ids[0] ?? 0)).toMatchObject({
    status: 507,
    message:
      'The disk of the server is full, so nothing can be saved. An administrator can free space by deleting old backups.',
  })
  await sql`pragma max_page_count = 1000000`.execute(app.db)
  expect((await rate(ids[0] ?? 0)).status).toBe(201)
})
