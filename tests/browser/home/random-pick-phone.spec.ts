import { newCampus, newRestaurant } from '../support/administration.ts'
import { expect, expectAccessible, holdRequests, test } from '../support/fixtures.ts'
import { boxOf, cards, restaurantsNear } from '../support/restaurants.ts'

test.beforeEach(async ({ signIn }) => {
  await signIn()
})

const everyDay = [0, 1, 2, 3, 4, 5, 6].map(day => ({ day, start: '00:00', end: '24:00' }))

test('random picks respect search and filters, do not repeat until all were shown, and have a mood', {
  tag: '@main',
}, async ({ page, admin }) => {
  const { code: campusCode } = await newCampus(admin)
  const place = { campusCode, openingTimes: everyDay }
  const wanted = [
    await newRestaurant(admin, { ...place, name: 'Brew One', cuisine: 'pizza' }),
    await newRestaurant(admin, { ...place, name: 'Brew Two', cuisine: 'pizza' }),
  ].map(({ id }) => id)
  await newRestaurant(admin, { ...place, name: 'Brew Three', cuisine: 'thai' })
  await newRestaurant(admin, { ...place, name: 'No Such Name', cuisine: 'pizza' })
  await page.goto(`/?campus=${campusCode}&q=brew&cuisine=pizza`)
  await page.getByRole('button', { name: 'Decide For Me' }).click()
  const pick = page.getByRole('dialog', { name: /^Random Pick/ })
  await expect(pick.getByText('Picked with your filters: pizza.').last()).toBeVisible()
  const again = pick.getByRole('button', { name: 'Pick again' })
  const picked = () => Number(new URL(page.url()).searchParams.get('pick'))
  const first = picked()
  await again.click()
  await expect.poll(picked).not.toBe(first)
  expect([first, picked()].toSorted()).toEqual(wanted.toSorted())
  await expect(again).not.toHaveAttribute('aria-busy')
  await again.click()
  await expect(pick.getByText('You have seen all 2, so we start over.').last()).toBeVisible()

  for (const restaurantId of wanted)
    await page.request.post('/api/ratings', { data: { restaurantId, value: 4 } })
  await pick.getByRole('radio', { name: 'Something new' }).press('Space')
  await expect(page.getByText('There is nothing new for you here.').first()).toBeVisible()
})

test('what is closed at lunch is picked, or drawn for a lunch, only by choice', async ({ page, admin }) => {
  const { code: campusCode } = await newCampus(admin)
  await newRestaurant(admin, { name: 'Night and Day', campusCode, openingTimes: everyDay })
  await newRestaurant(admin, { name: 'Shut Diner', campusCode, openingTimes: [] })
  await page.goto(`/?campus=${campusCode}`)
  await page.getByRole('button', { name: 'Decide For Me' }).click()
  const open = page.getByRole('dialog', { name: 'Random Pick: Night and Day' })
  const shut = page.getByRole('dialog', { name: 'Random Pick: Shut Diner' })
  await open.getByRole('button', { name: 'Pick again' }).click()
  await expect(open.getByText('This is the only one to pick from.', { exact: true })).toBeVisible()
  await open.getByRole('checkbox', { name: 'Only what’s open at lunch' }).uncheck()
  await expect(shut).toBeVisible()

  await page.goto(`/?campus=${campusCode}&q=shut`)
  await page.getByRole('button', { name: 'Decide For Me' }).click()
  await expect(page.getByText('Nothing here is open at lunch', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Pick from all' }).click()
  await expect(shut.getByRole('checkbox', { name: 'Only what’s open at lunch' })).not.toBeChecked()

  await page.goto(`/?campus=${campusCode}&start=new`)
  const sheet = page.getByRole('dialog', { name: 'Start a lunch' })
  const chosen = sheet.getByRole('button', { name: /^Remove / })
  await sheet.getByRole('button', { name: 'Three at random' }).click()
  await expect(chosen).toHaveAccessibleName('Remove Night and Day')
  await expect(sheet.getByText('No other place is open then.').last()).toBeVisible()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Draw from all' }).click()
  await expect(chosen).toHaveCount(2)
  await expect(sheet.getByRole('button', { name: 'Draw from all' })).toBeHidden()

  await page.goto('/?campus=arden&start=new')
  await sheet.getByRole('button', { name: 'Three at random' }).click()
  await expect(chosen).toHaveCount(3)
})

test('when nothing is found, the next step is in sight above Decide For Me, which is disabled', async ({
  page,
}) => {
  const decide = page.getByRole('button', { name: 'Decide For Me' })
  const next = page.getByRole('button', { name: 'Clear search' }).last()
  for (const [width, height] of [
    [390, 844],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/?campus=arden&q=there+is+no+such+place')
    await expect(page.getByRole('heading', { name: 'No restaurants found' })).toBeVisible()
    await expect(decide).toBeDisabled()
    await expect(next).toBeInViewport({ ratio: 1 })
    expect((await boxOf(next)).bottom).toBeLessThanOrEqual((await boxOf(decide)).y)
  }
  await next.click()
  await expect(decide).toBeEnabled()
})

test('a random pick shows the picked place first, even on a low screen', async ({ page }) => {
  await page.setViewportSize({ width: 667, height: 375 })
  await page.goto('/?campus=arden')
  await page.getByRole('button', { name: 'Decide For Me' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Random Pick/ })
  await expect(dialog).toBeFocused()
  await expect(dialog.getByText('Random Pick', { exact: true })).toBeInViewport()
})

test('a picked place that no longer matches the filters is shown in the list without them', async ({
  page,
}) => {
  await page.goto('/?campus=arden&mine=unrated')
  await page.getByRole('button', { name: 'Decide For Me' }).click()
  const pick = page.getByRole('dialog', { name: /^Random Pick/ })
  await pick.getByRole('button', { name: 'Rate' }).click()
  await page.getByRole('radio', { name: '4 stars' }).press('Space')
  await page.getByRole('button', { name: 'Submit Rating' }).click()
  await expect(page.getByText('Rating submitted', { exact: true })).toBeVisible()
  await pick.getByRole('button', { name: 'Show in Restaurant List' }).click()
  await expect(page.locator('article[id^="restaurant-"].animate-highlight')).toBeInViewport()
  await expect(page.locator('article.animate-highlight')).toBeHidden({ timeout: 6_000 })
  await expect(page.getByRole('button', { name: 'Clear all' })).toBeHidden()
  expect(new URL(page.url()).search).toBe('?campus=arden')
})

test('closing a dialog twice while the browser is still going back leaves the page as it is', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const back = history.back.bind(history)
    history.back = () => setTimeout(back, 300)
  })
  await page.goto('/profile')
  await page.goto('/?campus=arden')
  await cards(page).first().getByRole('link').first().click()
  const details = page.getByRole('dialog')
  await expect(details).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  // A second step back, late as the first one, would have left the page by then.
  await page.waitForTimeout(600)
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/?campus=arden')
  // Again, to check that the first time left nothing behind.
  await cards(page).first().getByRole('link').first().click()
  await expect(details).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
})

test('a random pick that arrives late does not open on another campus or reopen a closed dialog', async ({
  page,
}) => {
  await page.goto('/?campus=arden')
  let release = await holdRequests(page, '**/api/restaurants/random/**')
  const decide = page.getByRole('button', { name: 'Decide For Me' })
  await decide.click()
  await page.getByText('Concord', { exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Concord Restaurants' })).toBeVisible()
  await expect(cards(page).first()).toBeVisible()
  let answered = page.waitForResponse('**/api/restaurants/random/**')
  release()
  await answered
  // A wrongly opened pick would be in the URL immediately, long before this click.
  await decide.click()
  const pick = page.getByRole('dialog', { name: /^Random Pick/ })
  await expect(pick).toBeVisible()
  const picked = Number(new URL(page.url()).searchParams.get('pick'))
  expect((await restaurantsNear(page, 'concord')).map(({ id }) => id)).toContain(picked)

  await page.unroute('**/api/restaurants/random/**')
  release = await holdRequests(page, '**/api/restaurants/random/**')
  await pick.getByRole('button', { name: 'Pick again' }).click()
  await page.keyboard.press('Escape')
  await expect(pick).toBeHidden()
  answered = page.waitForResponse('**/api/restaurants/random/**')
  release()
  await answered
  await expect(decide).not.toHaveAttribute('aria-busy')
  await expect(pick).toBeHidden()
  expect(new URL(page.url()).searchParams.has('pick')).toBe(false)
})
