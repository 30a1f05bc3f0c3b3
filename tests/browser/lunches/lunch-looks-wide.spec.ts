import type { Locator } from '@playwright/test'
import { newRestaurant } from '../support/administration.ts'
import { expect, expectAccessible } from '../support/fixtures.ts'
import { inMinutes, lunchOf, startLunch, test } from '../support/lunches.ts'
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

test('a vote on eight places with names of 100 letters, and a dozen lunches, fit on every screen', async ({
  page,
  browser,
  server,
  admin,
  newPerson,
  signIn,
}) => {
  const nia = await signIn({
    firstName: 'N'.repeat(50),
    lastName: 'Longname '.repeat(6).slice(0, 50).trim(),
  })
  const others = await restaurantsNear(page, 'arden')
  const names = [longName, oneWord]
  const made = [
    await newRestaurant(admin, { name: longName }),
    await newRestaurant(admin, { name: oneWord, address: '1 Long Street, Arden, NC' }),
  ] as const
  const restaurantIds = [...made, ...others].slice(0, 8).map(({ id }) => id)
  const meetingPoint = 'the fountain behind the big door '.repeat(3).slice(0, 80).trim()
  const note = 'A note that goes on. '.repeat(10).slice(0, 200).trim()
  const lunch = await startLunch(page.request, {
    restaurantIds,
    meetingPoint,
    note,
    seats: 2,
    decidesAt: inMinutes(30),
  })
  for (let i = 0; i < 11; i += 1) {
    const host = await newPerson({ firstName: 'Host', lastName: `Number${i}` })
    const screen = await browser.newContext({ baseURL: server.origin })
    await screen.request.post('/api/login', { data: { email: host.email, password: host.password } })
    const { id } = await startLunch(screen.request, {
      restaurantIds: [restaurantIds[i % 8]],
      leavesAt: inMinutes(50 + i),
    })
    if (i === 10) await screen.request.delete(`/api/lunches/${id}`)
    await screen.close()
  }

  await page.goto('/?campus=arden')
  const card = lunchOf(page, { firstName: nia.firstName, lastName: nia.lastName.slice(0, 8) })
  const today = page.getByRole('region', { name: 'Today' })
  await expect(today.getByRole('article')).toHaveCount(11)
  await expect(today.getByRole('button', { name: /^Earlier today \(1\)/ })).toBeVisible()
  for (const [width, height] of widths) {
    await page.setViewportSize({ width, height })
    const inCard = await card.evaluate(element => element.scrollWidth <= element.clientWidth)
    expect(inCard, `the card at ${width}`).toBe(true)
    await expect(card.getByText('1 seat left')).toBeVisible()
    const row = today.getByRole('list').first()
    expect(await row.evaluate(list => list.scrollWidth > list.clientWidth), 'cards go on sideways').toBe(true)
    await card.getByRole('button', { name: /^Lunch at/ }).press('Enter')
    const dialog = page.getByRole('dialog', { name: /^Lunch at/ })
    await expect(dialog, 'no field has the focus, which would open a keyboard').toBeFocused()
    for (const name of names) {
      const text = dialog.getByText(name, { exact: true })
      await text.scrollIntoViewIfNeeded()
      expect(await isWhole(text), `${name.slice(0, 12)} at ${width}`).toBe(true)
    }
    expect(await isWhole(dialog.getByText(`${nia.firstName} ${nia.lastName}`)), `who is in at ${width}`).toBe(
      true,
    )
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow, `nothing sticks out at ${width}`).toBeLessThanOrEqual(0)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(card.getByRole('button', { name: /^Lunch at/ }), 'focus comes back').toBeFocused()
  }

  // A whole vote by keyboard: first the title, then the places, then the rest.
  await page.keyboard.press('Tab')
  await expect(card.getByRole('button', { name: new RegExp(`^${longName.slice(0, 20)}`) })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByText('Vote saved', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(`/?campus=arden&start=${made[1].id}`)
  const chosen = page.getByRole('button', { name: `Remove ${oneWord}` })
  await chosen.scrollIntoViewIfNeeded()
  await expect(chosen, 'a chosen place fits the sheet').toBeInViewport({ ratio: 1 })

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/?campus=arden&restaurant=${made[0].id}`)
  const details = page.getByRole('dialog', { name: longName })
  await expect(details.getByRole('button', { name: /^1 going at/ }).first()).toBeVisible()
  await details.getByRole('button', { name: 'Start a lunch here' }).click()
  const sheet = page.getByRole('dialog', { name: 'Start a lunch' })
  await expect(sheet.getByRole('button', { name: `Remove ${longName}` })).toBeVisible()
  await sheet.getByRole('button', { name: 'Three at random' }).click()
  await expect(sheet.getByRole('button', { name: /^Remove / })).toHaveCount(4)

  for (const { id } of others.slice(3, 5))
    await page.request.post('/api/favorites', { data: { restaurantId: id } })
  await page.request.put(`/api/hidden/${others[4]?.id}`)
  await page.goto('/?campus=arden&start=new')
  await sheet.getByRole('button', { name: others[3]?.name ?? '', exact: true }).click()
  const notForMe = sheet.getByRole('button', { name: others[4]?.name ?? '', exact: true })
  await expect(notForMe, 'a favorite that is not for one').toHaveCount(0)
  await sheet.getByRole('combobox', { name: 'Add a place' }).fill(oneWord.slice(0, 20))
  await page.getByRole('option', { name: oneWord }).click()
  await sheet.getByRole('checkbox', { name: 'Only my department' }).check()
  await sheet.getByLabel('Day', { exact: true }).selectOption({ label: 'Tomorrow' })
  await sheet.getByLabel('Another time').fill('13:37')
  const started = page.waitForResponse(
    reply => reply.url().endsWith('/api/lunches') && reply.status() === 201,
  )
  await sheet.getByRole('button', { name: 'Start lunch' }).click()
  const begun = await (await started).json()
  expect(begun).toMatchObject({ state: 'voting', department: 'Worship' })
  expect(begun.options.map(({ restaurantId }: { restaurantId: number }) => restaurantId)).toEqual([
    others[3]?.id,
    made[1].id,
  ])
  await page.goto('/?campus=arden')
  await page.getByRole('button', { name: 'Decide For Me' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Start a lunch here' }).click()
  await expect(sheet.getByRole('button', { name: /^Remove / })).toHaveCount(1)

  await page.goto(`/?campus=arden&lunch=${lunch.id}`)
  const own = page.getByRole('dialog', { name: /^Lunch at/ })
  await own.getByRole('button', { name: 'Change time or place to meet' }).click()
  await own.getByRole('spinbutton', { name: 'Seats' }).fill('1')
  await own.getByRole('button', { name: 'Save' }).click()
  const seats = own.getByRole('spinbutton', { name: 'Seats' })
  await expect(seats).toBeFocused()
  await expect(seats).toHaveAccessibleDescription(/A lunch has at least 2 seats$/)
  await expect(seats, 'what was refused stays typed').toHaveValue('1')
  await seats.fill('4')
  await own.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Lunch saved', { exact: true })).toBeVisible()
  await expect(own).toContainText('3 seats left')
  await expect(seats).toBeHidden()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await own.getByRole('button', { name: 'Copy the link' }).click()
  await expect(page.getByText('Link copied', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${server.origin}/?lunch=${lunch.id}`,
  )
})
