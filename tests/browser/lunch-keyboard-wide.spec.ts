import { localDate, weekdayOf } from '#domain/zoned-time.ts'
import { expect, test } from './fixtures.ts'
import { anotherScreen, lunchOf, morningZone } from './lunches.ts'

const zone = morningZone()
test.use({ environment: { TIME_ZONE: zone, RATE_LIMITS: 'off' } })

test('by keyboard alone: repeating a lunch, a suggestion, coming every time, and back to the card', async ({
  page,
  browser,
  server,
  newPerson,
  signInAs,
}) => {
  const [ana, ben] = [
    await newPerson({ firstName: 'Ana', lastName: 'Alder' }),
    await newPerson({ firstName: 'Ben', lastName: 'Birch' }),
  ]
  const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
  const today = days[weekdayOf(localDate(new Date(), zone))]
  await signInAs(ana)
  await page.goto('/?campus=arden')
  await page.getByRole('button', { name: 'Start a lunch', exact: true }).press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Start a lunch' })
  await sheet.getByLabel(`Repeat: every ${today}`).press('Space')
  await expect(sheet.getByLabel(`Repeat: every ${today}`)).toBeChecked()
  await sheet.getByRole('button', { name: 'Start lunch' }).press('Enter')
  await expect(page.getByText('Lunch repeats', { exact: true })).toBeVisible()
  await expect(sheet).toHaveCount(0)
  await expect(page.locator(':focus'), 'after the form').toHaveCount(1)

  const card = lunchOf(page, ana).getByRole('button', { name: /^Lunch at/ })
  await card.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Lunch at/ })
  await dialog.getByRole('button', { name: 'Suggest a place' }).press('Enter')
  const adds = dialog.getByRole('button', { name: /^Add .+/ }).and(dialog.locator('li button'))
  await expect(adds.first()).toBeVisible()
  await expect(
    page.locator('[role=dialog]:focus, [role=dialog] :focus'),
    'after asking for suggestions',
  ).toHaveCount(1)
  await adds.first().press('Enter')
  await expect(page.getByText('Place added', { exact: true })).toBeVisible()
  await expect(page.locator('[role=dialog]:focus, [role=dialog] :focus'), 'after adding one').toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.getByText('Place added', { exact: true }), 'the message is above the lunch').toHaveCount(
    0,
  )
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.locator(':focus'), 'after the lunch').toHaveCount(1)

  const bens = await anotherScreen(browser, server, ben)
  const bensCard = lunchOf(bens, ana)
    .filter({ hasText: `Every ${today}` })
    .getByRole('button', { name: /^Lunch at/ })
  await bensCard.press('Enter')
  const bensDialog = bens.getByRole('dialog', { name: /^Lunch at/ })
  await bensDialog.getByRole('button', { name: `Come every ${today}` }).press('Enter')
  const stop = bensDialog.getByRole('button', { name: `Don’t come every ${today}` })
  await expect(stop).toBeVisible()
  await expect(
    bens.locator('[role=dialog]:focus, [role=dialog] :focus'),
    'after coming every time',
  ).toHaveCount(1)
  // The first closes the message above the lunch.
  await bens.keyboard.press('Escape')
  await expect(bens.locator('ol.toasts li')).toHaveCount(0)
  await bens.keyboard.press('Escape')
  await expect(bensDialog).toHaveCount(0)
  await expect(bensCard).toBeFocused()
  await bens.context().close()
})
