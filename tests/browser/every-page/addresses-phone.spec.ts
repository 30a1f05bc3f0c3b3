import type { Page } from '@playwright/test'
import { newRestaurant } from '../support/administration.ts'
import { expect, holdRequests, type Person, test } from '../support/fixtures.ts'
import { cardOf, cards, restaurantsNear } from '../support/restaurants.ts'

test.beforeEach(async ({ signIn }) => {
  await signIn({ campusCode: 'franklin' })
})

test('the URL describes the visible list, also after a reload, and Back leaves the page instead of undoing letters', async ({
  page,
}) => {
  await page.goto('/profile')
  await page.goto('/?campus=arden&sort=name&order=z-to-a')
  await page.getByRole('searchbox').pressSequentially('pizza')
  await expect(page).toHaveURL(/q=pizza/)
  const names = () => cards(page).getByRole('heading').allTextContents()
  await expect.poll(async () => (await names()).every(name => /pizza/i.test(name))).toBe(true)
  const before = await names()
  expect(before).toEqual(before.toSorted((a, b) => b.localeCompare(a)))
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue('pizza')
  await expect.poll(names).toEqual(before)
  await page.goBack()
  await expect(page).toHaveURL(/\/profile/)
})

test('a new page starts at the top, and Back and reload restore the scroll position of the list', async ({
  page,
}) => {
  await page.goto('/?campus=matthews')
  // Far below the end of the page as it is before the list is rendered.
  await scrollTo(page, 8_000)
  const first = await openProfile(page)
  expect(await scrollTop(page)).toBe(0)
  await page.goBack()
  await expect(cards(page).nth(first)).toBeInViewport()
  await page.reload()
  await expect(cards(page).nth(first)).toBeInViewport()
})

test('scrolling while the list is rendered again is not undone', async ({ page }) => {
  await page.goto('/?campus=matthews')
  await scrollTo(page, 8_000)
  const answer = await holdRequests(page, '**/api/restaurants/campus/matthews')
  await page.reload()
  await expect(page.locator('#root > [inert]'), 'what was painted before the scripts').toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.mouse.wheel(0, -10_000)
  await expect.poll(() => scrollTop(page)).toBe(0)
  answer()
  await expect(cards(page).nth(20)).toBeAttached()
  // The list, which is there, would have been scrolled to its old place by then.
  await page.waitForTimeout(500)
  expect(await scrollTop(page)).toBeLessThan(500)
})

test('Back restores the scroll position of the list even after the user first chose to stay', async ({
  page,
  newPerson,
  signIn,
}) => {
  await signIn({ role: 'super-user' })
  const [one, other] = [await newPerson({ lastName: 'Thistle' }), await newPerson({ lastName: 'Clover' })]
  await page.goto('/?campus=matthews')
  await scrollTo(page, 1_200)
  await page.getByRole('button', { name: /^Menu of/ }).click()
  await page.getByRole('menuitem', { name: 'Full Data Assist' }).click()
  const choose = async ({ lastName }: Person) => {
    await page.getByRole('combobox', { name: 'User' }).fill(lastName)
    await page.getByRole('option', { name: `Robin ${lastName}` }).click()
  }
  await choose(one)
  await page.getByRole('radio', { name: '1 star' }).first().press('4')
  await choose(other)
  const question = page.getByRole('alertdialog', { name: 'Discard 1 rating?' })
  await question.getByRole('button', { name: 'Keep rating' }).click()
  await page.goBack()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL(/campus=matthews/)
  await expect.poll(() => scrollTop(page)).toBeCloseTo(1_200, -2)
})

test('a link to the current page scrolls it to the top', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 450 })
  await page.goto('/profile')
  await expect(page.getByRole('tab').first()).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 100))
  await expect.poll(() => scrollTop(page)).toBeGreaterThan(0)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).click()
  await expect.poll(() => scrollTop(page)).toBe(0)
})

test('a tap on the visible page works while another page is still loading', async ({ page }) => {
  const load = await holdRequests(page, /profile-page/)
  await page.goto('/?campus=matthews')
  await expect(cards(page).first()).toBeVisible()
  await page.getByRole('button', { name: /^Menu of/ }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await cards(page).first().getByRole('link').click()
  await expect(page).toHaveURL(/\/\?campus=matthews&restaurant=\d+$/)
  const details = page.getByRole('dialog')
  await expect(details).toBeVisible()
  load()
  await details.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/\/\?campus=matthews$/)
  await expect(cards(page).first()).toBeVisible()
})

test('details, and a form over them, open over the list and have a URL, and Back closes one after the other', {
  tag: '@main',
}, async ({ page }) => {
  const [first] = await restaurantsNear(page, 'arden')
  if (!first) throw new Error('Arden has no restaurants')
  await page.goto('/?campus=arden')
  await cardOf(page, first.name).getByRole('link', { name: first.name }).click()
  const details = page.getByRole('dialog', { name: first.name })
  await expect(details).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`restaurant=${first.id}`))
  await page.reload()
  await details.getByRole('button', { name: 'Rate', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Rate This Restaurant' })
  await expect(form).toBeVisible()
  // After the reload, both dialogs render together with the page.
  await page.reload()
  await expect(form).toBeVisible()
  await expect(page.getByRole('dialog'), 'for assistive technology').toHaveCount(1)
  await page.goBack()
  await expect(details).toBeVisible()
  await page.goBack()
  await expect(details).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Arden Restaurants' })).toBeVisible()
})

test('Back closes what lies on top, and nothing below it: a menu, a question, a form; twice at once it is one Back', async ({
  page,
}) => {
  const menu = page.getByRole('menu')
  const openMenu = () =>
    cards(page)
      .first()
      .getByRole('button', { name: /^More about/ })
      .tap()
  const backTwice = () =>
    page.evaluate(() => {
      history.back()
      history.back()
    })
  await page.goto('/profile')
  await page.goto('/?campus=arden')
  await page.getByLabel('Campus', { exact: true }).getByText('Brevard').tap()
  // The second one would leave the application.
  for (const back of [backTwice, () => page.goBack()]) {
    await openMenu()
    await expect(menu).toBeVisible()
    await back()
    await expect(menu).toBeHidden()
    await expect(page).toHaveURL(/campus=brevard$/)
  }

  await cards(page).first().getByRole('link').tap()
  await page.getByRole('button', { name: 'Start a lunch here' }).tap()
  const seats = page.getByRole('dialog', { name: 'Start a lunch' }).getByLabel('Seats')
  await seats.fill('4')
  await page.goBack()
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await expect(question).toBeVisible()
  await page.goBack()
  await expect(question).toBeHidden()
  await expect(seats).toHaveValue('4')
  await backTwice()
  await expect(question).toBeVisible()
  await expect(page).toHaveURL(/restaurant=\d+&start=\d+$/)
  await question.getByRole('button', { name: 'Discard changes' }).tap()
  await expect(seats).toBeHidden()
  await expect(page).toHaveURL(/restaurant=\d+$/)
  await expect(page.getByRole('heading', { name: 'Latest reviews' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/campus=brevard$/)
})

test('a restaurant deleted while its details are open becomes unavailable', async ({ page, admin }) => {
  const { id } = await newRestaurant(admin, { name: 'Soon Gone', campusCode: 'franklin' })
  await page.goto(`/?campus=franklin&restaurant=${id}`)
  const details = page.getByRole('dialog', { name: 'Soon Gone' })
  await details.getByRole('button', { name: 'Rate', exact: true }).click()
  expect((await admin.delete(`/api/admin/restaurants/${id}`)).status()).toBe(204)
  await page.getByRole('radio', { name: '4 stars' }).press('Space')
  await page.getByRole('button', { name: 'Submit Rating' }).click()
  await expect(page.getByText('Restaurant not found').first()).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  const notice = page.getByRole('dialog').filter({ hasText: 'Restaurant Unavailable' })
  await expect(notice).toContainText('This restaurant is no longer in the database')
  await expect(details).toBeHidden()
  await notice.getByRole('button', { name: 'Close' }).last().click()
  await expect(notice).toBeHidden()
})

const scrollTop = (page: Page) => page.evaluate(() => Math.round(window.scrollY))

async function scrollTo(page: Page, top: number): Promise<void> {
  await expect(cards(page).nth(20)).toBeAttached()
  await page.evaluate(to => window.scrollTo(0, to), top)
  // Only cards near the viewport are rendered, and the visible ones must not jump.
  await expect.poll(() => scrollTop(page)).toBeCloseTo(top, -2)
}

/** Returns the index of the first card in sight on the page that was left. */
async function openProfile(page: Page): Promise<number> {
  await page.getByRole('button', { name: /^Menu of/ }).click()
  const index = await cards(page).evaluateAll(all =>
    all.findIndex(card => card.getBoundingClientRect().top > 0),
  )
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expect(page.getByRole('link', { name: 'Edit Profile' })).toBeVisible()
  return index
}
