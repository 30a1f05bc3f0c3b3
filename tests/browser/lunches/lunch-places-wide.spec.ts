import { newRestaurant, unique } from '../support/administration.ts'
import { expect, expectAccessible } from '../support/fixtures.ts'
import { anotherScreen, lunchOf, startLunch, test } from '../support/lunches.ts'
import { boxOf, restaurantsNear } from '../support/restaurants.ts'

test('a place that will be closed is marked in the lunch form, in the vote, and after the decision', async ({
  page,
  browser,
  server,
  newPerson,
  signInAs,
  admin,
}) => {
  const [kim, lee] = [await newPerson({ firstName: 'Kim' }), await newPerson({ firstName: 'Lee' })]
  const open = (start: string, end: string) => [0, 1, 2, 3, 4, 5, 6].map(day => ({ day, start, end }))
  const tavern = await newRestaurant(admin, {
    name: 'Evening Tavern',
    travelTime: 5,
    openingTimes: open('17:00', '21:00'),
  })
  await newRestaurant(admin, {
    name: 'Early Deli',
    address: '1 Main St',
    travelTime: 5,
    openingTimes: open('07:00', '12:20'),
  })
  const late = 'Closed then · opens 5 PM'
  const soon = 'Closes 15 min after you arrive'

  await signInAs(kim)
  await page.goto(`/?campus=arden&start=${tavern.id}`)
  const sheet = page.getByRole('dialog', { name: 'Start a lunch' })
  await sheet.getByLabel('Another time').fill('12:00')
  await sheet.getByLabel('Day', { exact: true }).selectOption({ label: 'Tomorrow' })
  await expect(sheet.getByRole('listitem').filter({ hasText: 'Evening Tavern' })).toContainText(late)
  await sheet.getByRole('combobox', { name: 'Add a place' }).fill('Early Deli')
  await page.getByRole('option', { name: `Early Deli ${soon} · 1 Main St` }).click()
  await expect(sheet.getByRole('listitem').filter({ hasText: 'Early Deli' })).toContainText(soon)
  await sheet.getByLabel('Another time').fill('17:30')
  await expect(sheet.getByText(late)).toHaveCount(0)
  await sheet.getByLabel('Another time').fill('12:00')
  await sheet.getByRole('button', { name: 'Start lunch' }).click()
  await expect(page.getByText('Lunch started', { exact: true })).toBeVisible()

  const lees = await anotherScreen(browser, server, lee)
  const card = lunchOf(lees, kim)
  await expect(
    card.getByRole('button', { name: /^Early Deli .*Closes 15 min after you arrive/ }),
  ).toBeVisible()
  await lees.setViewportSize({ width: 320, height: 640 })
  const short = await boxOf(card.getByText('Closed then', { exact: true }))
  const tile = await boxOf(card.getByRole('button', { name: /^Evening Tavern/ }))
  expect(short.right, 'what decides isn’t cut off').toBeLessThanOrEqual(tile.right)
  expect(short.bottom).toBeLessThanOrEqual(tile.bottom)
  await lees.setViewportSize({ width: 1280, height: 720 })
  const choice = card.getByRole('button', { name: /^Evening Tavern .*Closed then · opens 5 PM/ })
  await choice.click()
  await expect(choice, 'it is information, and forbids nothing').toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Close the vote now' }).click()
  await page.getByRole('button', { name: 'Go to Evening Tavern' }).click()
  const decided = page.getByRole('region', { name: 'Place' })
  await expect(decided).toContainText(late)
  await expectAccessible(page)
  await expect(card, 'it says what matters more than how it was chosen').toContainText(late)
  await admin.patch(`/api/restaurants/${tavern.id}`, { data: { openingTimes: open('11:00', '21:00') } })
  await expect(card.getByText(late), 'the times were wrong').toHaveCount(0)
  await lees.context().close()
})

test('places can be added one after another by keyboard, and the focus stays in place', async ({
  page,
  signIn,
}) => {
  await signIn()
  const [one, two] = await restaurantsNear(page, 'arden')
  await page.goto('/?campus=arden')
  await page.getByRole('button', { name: 'Start a lunch', exact: true }).press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Start a lunch' })
  const finder = sheet.getByRole('combobox', { name: 'Add a place' })
  await sheet.getByRole('button', { name: 'Start lunch' }).press('Enter')
  await expect(finder, 'what is missing is said where it belongs').toBeFocused()
  await expect(finder).toHaveAccessibleDescription('Choose at least one place')

  for (const place of [one, two]) {
    await page.keyboard.type(place?.name ?? '')
    await expect(sheet.getByRole('listbox').getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(sheet.getByRole('button', { name: `Remove ${place?.name}` })).toBeVisible()
    await expect(finder).toBeFocused()
  }
  await expect(finder).toHaveAccessibleDescription('')
  await sheet.getByRole('button', { name: `Remove ${one?.name}` }).press('Enter')
  await expect(sheet.getByRole('button', { name: `Remove ${two?.name}` })).toBeFocused()
})

test('a place added by someone else does not disturb a search for another place', async ({
  page,
  admin,
  signIn,
}) => {
  await signIn()
  const [one, two, three] = await restaurantsNear(page, 'arden')
  const { id } = await startLunch(page.request, { restaurantIds: [one?.id, two?.id] })
  await admin.post(`/api/lunches/${id}/people`, { data: {} })
  await page.goto(`/?campus=arden&lunch=${id}`)
  const finder = page.getByRole('dialog').getByRole('combobox', { name: 'Add a place' })
  await finder.pressSequentially('th')
  await admin.post(`/api/lunches/${id}/options`, { data: { restaurantId: three?.id } })
  const added = new RegExp(`^${three?.name}`)
  await expect(page.getByRole('dialog').getByRole('button', { name: added })).toBeVisible()
  await expect(finder).toHaveValue('th')
  await expect(finder).toBeFocused()
})

test('news is announced while a dialog is open, and the buttons of a toast can be reached by keyboard', async ({
  page,
  admin,
  signIn,
}) => {
  await signIn()
  const [one, two] = await restaurantsNear(page, 'arden')
  const lunch = await startLunch(admin, { restaurantIds: [one?.id, two?.id] })
  await page.request.post(`/api/lunches/${lunch.id}/people`, { data: {} })
  await page.goto(`/?campus=arden&start=${two?.id}`)
  const sheet = page.getByRole('dialog', { name: 'Start a lunch' })
  const start = sheet.getByRole('button', { name: 'Start lunch' })
  await expect(start).toBeVisible()
  await admin.post(`/api/lunches/${lunch.id}/decision`, { data: { restaurantId: one?.id } })
  await expect(
    page.getByRole('status').filter({ hasText: `The host chose ${one?.name}.` }),
    'to those who can’t see it',
  ).toBeAttached()

  await start.press('Enter')
  const leave = page.getByRole('button', { name: 'Leave it and start' })
  await expect(leave).toBeVisible()
  await page.keyboard.press('F8')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(leave).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(leave).toBeHidden()
  await expect(start, 'a toast that is dismissed leads back').toBeFocused()

  await page.keyboard.press('Enter')
  await leave.press('Enter')
  await expect(page.getByText('Lunch started', { exact: true })).toBeVisible()
})

test('starting a lunch with a deleted place names that place and offers to leave it out', async ({
  page,
  admin,
  signIn,
}) => {
  await signIn()
  const gone = await newRestaurant(admin, { name: unique('Gone Grill') })
  const [place] = await restaurantsNear(page, 'arden')
  await page.goto(`/?campus=arden&start=${gone.id}`)
  const sheet = page.getByRole('dialog', { name: 'Start a lunch' })
  await sheet.getByRole('combobox', { name: 'Add a place' }).fill(place?.name ?? '')
  await page.getByRole('listbox').getByRole('option').first().click()
  await expect(sheet.getByRole('button', { name: `Remove ${place?.name}` })).toBeVisible()
  await admin.delete(`/api/admin/restaurants/${gone.id}`)
  await sheet.getByRole('button', { name: 'Start lunch' }).click()
  await expect(page.getByText(`${gone.name} isn’t there anymore`).first()).toBeVisible()
  await page.getByRole('button', { name: 'Leave it out' }).click()
  await expect(sheet.getByRole('button', { name: `Remove ${gone.name}` })).toBeHidden()
  await sheet.getByRole('button', { name: 'Start lunch' }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('dialog')).toContainText(place?.name ?? '')
})
