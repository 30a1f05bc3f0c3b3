import { newAlert, removeAlerts } from '../support/administration.ts'
import { expect, holdRequests, layoutShiftOf, test } from '../support/fixtures.ts'
import { restaurantsNear } from '../support/restaurants.ts'
import { storedReplies } from '../support/stored-replies.ts'

const allCalls = '**/api/**'

test.beforeEach(async ({ page, signIn }) => {
  await signIn()
  await page.goto('/?campus=arden')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect.poll(() => storedReplies(page)).toHaveLength(10)
})

test('a second visit shows the stored list and alert before the server responds, says that it is being refreshed, and moves nothing', async ({
  page,
  admin,
}) => {
  await newAlert(admin)
  await page.reload()
  const alert = page.getByText('The road to Arden is closed')
  await expect(alert).toBeVisible()
  await expect.poll(async () => (await storedReplies(page)).join()).toContain('The road to Arden is closed')
  const release = await holdRequests(page, allCalls)
  await page.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /to favorites$/ }).first()).toBeEnabled()
  await expect(alert).toBeVisible()
  const refreshing = page.getByText('Refreshing…')
  await expect(refreshing).toBeVisible()
  release()
  await expect(refreshing).toBeHidden()
  expect(await layoutShiftOf(page), 'nothing on the page has moved').toBeLessThan(0.01)
  await removeAlerts(admin)
})

test('a second visit does not repeat that there are no lunches', async ({ page }) => {
  const none = page.getByText('Nobody has started a lunch yet')
  await page.goto('/?campus=brevard')
  await expect(none).toBeVisible()
  const release = await holdRequests(page, allCalls)
  await page.reload()
  await expect(page.getByText('Looking for today’s lunches…')).toBeVisible()
  await expect(none).toBeHidden()
  release()
  await expect(none).toBeVisible()
})

test('the next user of the browser sees nothing stored by the previous one, however they signed in [T-127]', {
  tag: '@main',
}, async ({ page, signIn }) => {
  await signIn({ firstName: 'Quinn' })
  const release = await holdRequests(page, allCalls)
  await page.goto('/?campus=arden')
  await expect.poll(() => storedReplies(page)).toHaveLength(0)
  await expect(page.getByRole('article')).toHaveCount(0)
  await expect(page.getByText('Robin')).toHaveCount(0)
  release()
  await expect(page.getByText(/, Quinn/)).toBeVisible()
})

test('a session that ended in the meantime leads to sign-in, and nothing stored remains [T-127]', async ({
  page,
}) => {
  await page.request.post('/api/logout')
  await page.goto('/?campus=arden')
  await expect(page).toHaveURL(/\/login/)
  await expect.poll(() => storedReplies(page)).toHaveLength(0)
})

test('a stored reply that can’t be read costs nothing but the reply', async ({ page }) => {
  await page.evaluate(() => {
    for (const [key, text] of Object.entries(localStorage))
      if (key.startsWith('reply ')) localStorage.setItem(key, text.slice(0, -10))
  })
  await page.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect.poll(() => storedReplies(page)).toHaveLength(10)
})

test('what versions up to 2.8 stored in a database is removed [T-127]', async ({ page }) => {
  const databases = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  await page.evaluate(
    () =>
      new Promise<void>(resolve => {
        const opening = indexedDB.open('common-table', 1)
        opening.onsuccess = () => {
          opening.result.close()
          resolve()
        }
      }),
  )
  expect(await databases()).toEqual(['common-table'])
  await page.reload()
  await expect.poll(databases).toEqual([])
})

test('a second visit asks “How was it?” about a place visited since the first one', async ({ page }) => {
  const [place] = await restaurantsNear(page, 'arden')
  await page.request.post('/api/visits', { data: { restaurantId: place?.id } })
  const release = await holdRequests(page, '**/for-you')
  await page.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
  const question = page.getByRole('heading', { name: 'How was it?' })
  await expect(question).toHaveCount(0)
  release()
  await expect(question).toBeVisible()
})

test('the page and its files are sent compressed; a browser asks again for the page, and never for a hashed file', async ({
  page,
}) => {
  await page.goto('/login')
  const script = (await page.locator('link[rel=modulepreload]').first().getAttribute('href')) ?? ''
  const ask = (path: string, headers = {}) =>
    page.request.get(path, { headers: { 'accept-encoding': 'br', ...headers } })
  for (const [path, kept] of [
    [script, 'public, max-age=31536000, immutable'],
    ['/login', 'no-cache'],
  ] as const) {
    const reply = await ask(path)
    expect(reply.headers()).toMatchObject({ 'content-encoding': 'br', 'cache-control': kept })
    const plain = await ask(path, { 'accept-encoding': 'identity' })
    expect(plain.headers()['content-encoding']).toBeUndefined()
    expect(await plain.text()).toBe(await reply.text())
  }
  const { etag = '' } = (await ask('/login')).headers()
  expect((await ask('/', { 'if-none-match': etag })).status()).toBe(304)
})
