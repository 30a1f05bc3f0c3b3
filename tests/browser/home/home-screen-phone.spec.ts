import type { Page } from '@playwright/test'
import { copyApplication, makeNextRelease } from '../support/builds.ts'
import { expect, test } from '../support/fixtures.ts'
import { cardOf, cards } from '../support/restaurants.ts'
import { primaryAdmin, startServer } from '../support/server.ts'
import { storedReplies } from '../support/stored-replies.ts'

test.use({ serviceWorkers: 'allow' })

const cacheNames = (page: Page) => page.evaluate(() => caches.keys())
const workers = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)

/** Waits until the offline worker controls the page. */
async function waitForOfflineWorker(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
}

/** Waits until the responses for the visible list are stored. */
const waitForStoredList = (page: Page) => expect.poll(() => storedReplies(page)).toHaveLength(10)

test('without a connection the last list opens, changes are rejected, and signing out removes everything [T-127]', {
  tag: '@main',
}, async ({ page, context, signIn }) => {
  await signIn()
  await page.goto('/')
  await page.getByRole('radio', { name: 'Arden' }).click()
  const place = 'Amazing Pizza Company'
  await expect(cards(page).first()).toBeVisible()
  await waitForStoredList(page)
  await waitForOfflineWorker(page)
  const manifest = await context.newCDPSession(page)
  expect((await manifest.send('Page.getAppManifest')).errors).toEqual([])
  const { installabilityErrors } = await manifest.send('Page.getInstallabilityErrors')
  // Full Chromium, unlike its headless shell, treats test contexts as private windows.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])

  await context.setOffline(true)
  await page.goto('/')
  const notice = page.getByText(/^Offline · as of \d+:\d\d [AP]M$/)
  await expect(notice).toBeVisible()
  await expect(cards(page).first()).toBeVisible()
  const drawing = (await page.locator('article .artwork use').first().getAttribute('href')) ?? ''
  expect(await page.evaluate(async file => (await caches.match(file))?.ok, drawing.replace(/#.*/, ''))).toBe(
    true,
  )
  const asOf = await notice.textContent()
  await page
    .getByRole('button', { name: /to favorites$/ })
    .first()
    .click()
  const unreachable = 'The server can’t be reached. Please check your connection.'
  await expect(page.locator('ol.toasts').getByText(unreachable)).toBeVisible()
  await expect(page.getByRole('button', { name: /from favorites$/ })).toHaveCount(0)
  await expect(notice).toHaveText(asOf ?? '')
  await cardOf(page, place).getByRole('heading').click()
  await expect(page.getByRole('dialog').getByRole('heading', { name: place })).toBeVisible()

  await context.setOffline(false)
  await expect(notice).toBeHidden()
  await page.goto('/')
  await page.getByRole('button', { name: /^Menu of/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  const heading = page.getByRole('heading', { name: 'Sign in' })
  await expect(heading).toBeVisible()
  await expect.poll(() => storedReplies(page)).toEqual([])
  await context.setOffline(true)
  await page.goto('/?campus=arden').catch(() => undefined)
  await expect(heading).toBeVisible()
  await expect(page.getByText('Can’t reach the server. Trying again…')).toBeVisible()
  await expect(cards(page)).toHaveCount(0)
  await expect(page.getByText('Robin')).toHaveCount(0)
})

test('an open page gets a new release at the next load, and loses the worker once that is switched off [T-128]', async ({
  page,
  context,
}) => {
  const { folder, remove } = await copyApplication()
  const server = await startServer({}, folder)
  try {
    await page.request.post(`${server.origin}/api/login`, { data: primaryAdmin })
    await page.goto(`${server.origin}/?campus=arden`)
    await expect(page.getByRole('heading', { name: 'Find Restaurants Near:' })).toBeVisible()
    await waitForOfflineWorker(page)
    const [before] = await cacheNames(page)

    await server.kill()
    await makeNextRelease(folder, 'The next release')
    await server.start()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'The next release' })).toBeVisible()
    // The new worker removes the cache of the old release once it has taken over.
    await expect.poll(() => cacheNames(page)).toEqual([expect.not.stringMatching(`^${before}$`)])
    await waitForStoredList(page)
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'The next release' })).toBeVisible()
    await context.setOffline(false)
    await page.reload()

    // The page is not reloaded here; it must notice by itself that the server is back. The event stream
    // notices first that the server is gone.
    await server.kill()
    await expect(page.getByText(/^Offline · as of/)).toBeVisible({ timeout: 10_000 })
    await server.start({ OFFLINE_WORKER: 'off', PUSH: 'off' })
    await expect.poll(() => workers(page), { timeout: 45_000 }).toBe(0)
    await expect.poll(() => cacheNames(page)).toEqual([])
    // A browser that still has the worker is sent one that removes itself.
    expect(await (await page.request.get(`${server.origin}/offline-worker.js`)).text()).toContain(
      'unregister',
    )
  } finally {
    await server.stop()
    await remove()
  }
})

test('the home screen shortcut decides without a tap', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/')
  await page.getByRole('radio', { name: 'Arden' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.goto('/?decide=now')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page).toHaveURL(/campus=arden&pick=\d+$/)
})
