import type { Locator } from '@playwright/test'
import type { Lunch } from '#features/lunches/contract.ts'
import { newRestaurant } from '../support/administration.ts'
import { expect, holdRequests } from '../support/fixtures.ts'
import { inMinutes, lunchOf, startLunch, test, titleOf } from '../support/lunches.ts'
import { restaurantsNear } from '../support/restaurants.ts'

const widths = [
  [320, 640],
  [390, 844],
  [820, 1180],
  [1440, 900],
] as const
const longName = 'The Kitchen of Very Many Words '.repeat(4).slice(0, 100).trim()
const oneWord = 'W'.repeat(100)

/** Whether the whole text is visible, with nothing cut off. */
const isWhole = (text: Locator) =>
  text.evaluate(element => {
    const [own, ...boxes] = [element, element.closest('button'), element.closest('li')].filter(
      box => box !== null,
    )
    return (
      own !== undefined &&
      own.scrollWidth <= own.clientWidth + 1 &&
      own.scrollHeight <= own.clientHeight + 1 &&
      boxes.every(box => box.getBoundingClientRect().right >= own.getBoundingClientRect().right)
    )
  })

test('the places of a vote with names of 100 letters are whole on every screen, lunches go on sideways, and one votes by keyboard', async ({
  page,
  admin,
  signIn,
  startLunchOf,
}) => {
  const nia = await signIn({
    firstName: 'N'.repeat(50),
    lastName: 'Longname '.repeat(6).slice(0, 50).trim(),
  })
  const others = await restaurantsNear(page, 'arden')
  const made = [
    await newRestaurant(admin, { name: longName }),
    await newRestaurant(admin, { name: oneWord, address: '1 Long Street, Arden, NC' }),
  ]
  const restaurantIds = [...made, ...others].slice(0, 8).map(({ id }) => id)
  await startLunch(page.request, { restaurantIds, seats: 2, decidesAt: inMinutes(30) })
  for (const [number, firstName] of ['Ann', 'Bea', 'Cat', 'Dot', 'Eve'].entries())
    await startLunchOf(firstName, {
      restaurantIds: [restaurantIds[number]],
      leavesAt: inMinutes(50 + number),
    })

  await page.goto('/?campus=arden')
  const card = lunchOf(page, { firstName: nia.firstName, lastName: nia.lastName.slice(0, 8) })
  const today = page.getByRole('region', { name: 'Today' })
  await expect(today.getByRole('article')).toHaveCount(6)
  for (const [width, height] of widths) {
    await page.setViewportSize({ width, height })
    await expect(card.getByText('1 seat left')).toBeVisible()
    const row = today.getByRole('list').first()
    expect(await row.evaluate(list => list.scrollWidth > list.clientWidth), 'cards go on sideways').toBe(true)
    await titleOf(card).press('Enter')
    const dialog = page.getByRole('dialog', { name: /^Lunch at/ })
    await expect(dialog, 'no field has the focus, which would open a keyboard').toBeFocused()
    for (const name of [longName, oneWord]) {
      const text = dialog.getByText(name, { exact: true })
      await text.scrollIntoViewIfNeeded()
      expect(await isWhole(text), `${name.slice(0, 12)} at ${width}`).toBe(true)
    }
    const person = dialog.getByText(`${nia.firstName} ${nia.lastName}`)
    expect(await isWhole(person), `who is in at ${width}`).toBe(true)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(titleOf(card), 'focus comes back').toBeFocused()
  }

  // First the title, then the places, then the rest.
  await page.keyboard.press('Tab')
  await expect(card.getByRole('button', { name: new RegExp(`^${longName.slice(0, 20)}`) })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByText('Vote saved', { exact: true })).toBeVisible()
})

test('the start sheet offers favorites, draws from what isn’t hidden, finds the rest by name, and starts what it shows', async ({
  page,
  signIn,
}) => {
  await signIn()
  const places = await restaurantsNear(page, 'arden')
  const [shown, , , favorite, notForMe] = places
  for (const place of [favorite, notForMe])
    await page.request.post('/api/favorites', { data: { restaurantId: place?.id } })
  for (const place of places)
    if (place !== shown && place !== favorite) await page.request.put(`/api/hidden/${place.id}`)
  // Also while suggestions are awaited.
  await holdRequests(page, '**/for-you')
  await page.goto('/?campus=arden&start=new')
  const sheet = page.getByRole('dialog', { name: 'Start a lunch' })
  const chosen = sheet.getByRole('button', { name: /^Remove / })
  await sheet.getByRole('button', { name: favorite?.name ?? '', exact: true }).click()
  await expect(
    sheet.getByRole('button', { name: notForMe?.name ?? '', exact: true }),
    'a favorite that is not for one',
  ).toHaveCount(0)
  await sheet.getByRole('button', { name: 'Three at random' }).click()
  await expect(chosen).toHaveCount(2)
  await sheet.getByRole('combobox', { name: 'Add a place' }).fill(notForMe?.name ?? '')
  await page
    .getByRole('option', { name: notForMe?.name ?? '' })
    .first()
    .click()
  await expect(chosen).toHaveCount(3)
  await sheet.getByRole('checkbox', { name: 'Only my department' }).check()
  await sheet.getByLabel('Day', { exact: true }).selectOption({ label: 'Tomorrow' })
  await sheet.getByLabel('Another time').fill('13:37')
  const started = page.waitForResponse(
    reply => reply.url().endsWith('/api/lunches') && reply.status() === 201,
  )
  await sheet.getByRole('button', { name: 'Start lunch' }).click()
  const begun: Lunch = await (await started).json()
  expect(begun).toMatchObject({ state: 'voting', department: 'Worship' })
  expect(begun.leavesAt).toContain(':37:00')
  expect(begun.options.map(({ restaurantId }) => restaurantId)).toEqual(
    [favorite, shown, notForMe].map(place => place?.id),
  )
})
