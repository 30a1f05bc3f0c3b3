import { type APIRequestContext, type Page, request } from '@playwright/test'
import { test as base, expect, loaded, type Person } from './fixtures.ts'
import { cards } from './restaurants.ts'

/* What people may write wherever they write: it is shown as it is, does nothing, and breaks no page. */

const script = '"><img src=x onerror=alert(1)><svg/onload=alert(2)>{{7*7}}'
const backwards = '\u202Etxet sdrawkcab'
const endless = 'W'.repeat(200)
const texts = [script, backwards, endless]
const names = { firstName: endless.slice(0, 100), lastName: script, department: endless.slice(0, 100) }

type Written = { author: Person; restaurants: number[] }

const test = base.extend<object, { written: Written }>({
  environment: [{ STARTER_DATA: 'none' }, { scope: 'worker' }],
  written: [
    async ({ server, admin, newPerson }, use) => {
      const { departments } = await (await admin.get('/api/departments')).json()
      await post(admin, '/api/departments', [script, backwards, names.department, ...departments])
      const author = await newPerson({ ...names, role: 'super-user' })
      const where = { campusCode: 'arden', distance: 1, travelTime: 5, price: '$$$$' }
      const restaurants: number[] = []
      for (const text of texts) {
        await post(admin, '/api/emergency-messages', { title: text, message: text.repeat(3), isActive: true })
        const restaurant = { ...where, name: text, address: text, hours: text, cuisine: text.slice(0, 100) }
        restaurants.push((await post(admin, '/api/restaurants', restaurant)).id)
      }

      const asAuthor = await request.newContext({ baseURL: server.origin })
      await post(asAuthor, '/api/login', { email: author.email, password: author.password })
      for (const [index, restaurantId] of restaurants.entries()) {
        const comment = (texts[index] ?? '').repeat(5).slice(0, 1000)
        await post(asAuthor, '/api/ratings', { restaurantId, value: 5, comment })
        await post(asAuthor, '/api/favorites', { restaurantId })
      }
      await asAuthor.dispose()
      await use({ author, restaurants })
    },
    // For every test, whether it asks for it or not.
    { scope: 'worker', auto: true },
  ],
})

test.beforeEach(({ page }) => {
  page.on('dialog', dialog => {
    throw new Error(`A text has run: ${dialog.message()}`)
  })
})

test('strange texts on the pages before sign-in [T-57]', async ({ page }) => {
  await expectIntact(page, '/login')
  await expect(page.getByRole('main').getByText(script, { exact: true })).toBeVisible()
  await expectIntact(page, '/register')
  await expect(page.getByLabel('Department').getByRole('option', { name: script })).toBeAttached()
})

test('strange texts on the staff’s screens [T-57]', async ({ page, signInAs, written }) => {
  const { author, restaurants } = written
  await signInAs(author)
  await expectIntact(page, '/?campus=arden')
  await dismissAlerts(page)
  for (const text of texts) await expect(page.getByRole('heading', { name: text, exact: true })).toBeVisible()
  for (const id of restaurants) {
    await expectIntact(page, `/?campus=arden&restaurant=${id}`)
    await expectIntact(page, `/?campus=arden&rate=${id}`)
    await expectIntact(page, `/?campus=arden&pick=${id}`)
  }
  await expectIntact(page, `/?campus=arden&q=${encodeURIComponent(script)}`)
  await expect(cards(page)).toHaveCount(1)
  for (const address of ['/profile', '/profile?tab=ratings', '/profile?tab=unrated', '/profile/edit']) {
    await expectIntact(page, address)
  }
  await expect(page.getByLabel('Last name')).toHaveValue(script)
})

test('a strange text in the notice of a rating', async ({ page, signInAs, written }) => {
  const { author, restaurants } = written
  await signInAs(author)
  await page.goto(`/profile?tab=ratings&rate=${restaurants[0]}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: '4 stars' }).press('Space')
  await dialog.getByRole('button', { name: 'Update Rating' }).click()
  await expect(
    page.getByText(`You updated your rating for ${script} to 4 stars!`, { exact: true }),
  ).toBeVisible()
})

test('strange texts in the administration [T-57]', async ({ page, signInAs, written }) => {
  test.setTimeout(180_000)
  await signInAs(written.author)
  await page.goto('/admin')
  await expect(page.getByRole('heading').first()).toBeVisible()
  await dismissAlerts(page)
  const addresses = await page
    .locator('nav a[href*="section="]')
    .evaluateAll(links => [...new Set(links.map(link => link.getAttribute('href') ?? ''))])
  expect(addresses.length).toBeGreaterThan(2)
  for (const address of addresses) await expectIntact(page, address)
})

async function expectIntact(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.getByRole('heading').first()).toBeVisible()
  await loaded(page)
  // By the size of the screen: phones make the page's own idea of its width as wide as what runs over.
  const found = await page.evaluate(width => {
    const { scrollWidth } = document.documentElement
    return {
      elementsFromTexts: document.querySelectorAll('img[src="x"], svg[onload]').length,
      pixelsOverTheEdge: Math.max(0, scrollWidth - width),
    }
  }, page.viewportSize()?.width ?? 0)
  expect(found, address).toEqual({ elementsFromTexts: 0, pixelsOverTheEdge: 0 })
}

/** For this visit, so that they don't stand before everything else. */
async function dismissAlerts(page: Page): Promise<void> {
  const alerts = page.getByRole('region', { name: 'System alerts' })
  for (const text of texts) {
    await expect(alerts.getByText(text, { exact: true })).toBeVisible()
    await alerts.getByRole('button', { name: 'Dismiss' }).last().click()
    await expect(alerts.getByText(text, { exact: true })).toBeHidden()
  }
}

async function post(caller: APIRequestContext, address: string, data: unknown): Promise<{ id: number }> {
  const response = await caller.post(address, { data })
  expect(response.ok(), `${address}: ${await response.text()}`).toBe(true)
  return response.json()
}
