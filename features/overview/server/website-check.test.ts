import { expect, test } from 'vitest'
import { listRestaurants } from '#features/restaurants/contract.ts'
import { getWebsiteCheck, startWebsiteCheck } from '#features/restaurants/websites-contract.ts'
import { startFakeService } from '#tests/support/services/fake-service.ts'
import { startApp } from '#tests/support/start-app.ts'
import { getOverview } from '../contract.ts'
import { createWebsites } from './websites.ts'

let waiting: (() => void) | undefined
let concurrent = 0
let maxConcurrent = 0
const sites = await startFakeService(({ path }) => {
  if (path === '/home') return { json: {} }
  if (path === '/broken') return { status: 500, json: {} }
  return undefined
})
const real = createWebsites({ userAgent: 'CommonTable', allowPrivateAddresses: true })
const app = await startApp(
  {},
  {
    websites: {
      check: async (url, signal) => {
        concurrent += 1
        maxConcurrent = Math.max(maxConcurrent, concurrent)
        if (url.endsWith('/wait')) await new Promise<void>(resolve => (waiting = resolve))
        const outcome = await real.check(url, signal)
        concurrent -= 1
        return outcome
      },
    },
  },
)
const admin = app.as(await app.admin())
const status = async () => (await admin.call(getWebsiteCheck)).body
const at = (name: string, path: string, disabled = false) =>
  app.restaurant({ name, websiteUrl: `${sites.url}${path}`, disabled })

test('websites are checked one after the other, and the restaurants whose website is gone are listed', async () => {
  expect(await status()).toMatchObject({ state: 'Not Run', count: 0, finishedAt: null })
  await at('Waits', '/wait')
  await at('Fine', '/home')
  await at('Broken', '/broken')
  const gone = await at('Gone', '/nothing')
  await at('Disabled', '/nothing', true)
  await app.restaurant({ name: 'Without' })

  const begun = await admin.call(startWebsiteCheck)
  expect(begun).toMatchObject({ status: 202, body: { state: 'In Progress', count: 4, checked: 0 } })
  const message = 'The websites are already being checked'
  expect(await admin.call(startWebsiteCheck)).toMatchObject({ status: 409, message })
  await expect.poll(() => waiting).toBeDefined()
  waiting?.()
  await expect.poll(async () => (await status()).state).toBe('Completed')
  expect(await status()).toMatchObject({
    count: 4,
    checked: 4,
    gone: 2,
    unclear: 1,
    finishedAt: expect.stringMatching(/Z$/),
  })
  expect(maxConcurrent).toBe(1)
  const asked = sites.requests.map(({ path }) => path).join(' ')
  expect(asked).toBe('/wait /home /broken /nothing')
  expect((await admin.call(getOverview)).body.toDo.websitesGone).toBe(2)
  const list = async () =>
    (await admin.call(listRestaurants, { query: { todo: 'website' } })).body.map(({ name }) => name)
  expect(await list()).toEqual(['Gone', 'Waits'])

  // A changed address has not been checked yet.
  const websiteUrl = `${sites.url}/new`
  await app.db.updateTable('restaurants').set({ websiteUrl }).where('id', '=', gone.id).execute()
  expect([await list(), (await status()).gone]).toEqual([['Waits'], 1])
  expect(await app.audited()).toEqual([['WEBSITES_CHECKED', expect.any(Number), { count: 4 }]])
})
