import { newRestaurant } from '../support/administration.ts'
import { expect, expectAccessible, ownHeaders } from '../support/fixtures.ts'
import { lunchOf, startLunch, test } from '../support/lunches.ts'
import { restaurantsNear } from '../support/restaurants.ts'

test('branches of a chain are told apart in the vote, in buttons, in the toast and by the address', async ({
  page,
  admin,
  signIn,
}) => {
  await signIn({ firstName: 'Hazel', lastName: 'Host' })
  const branch = (address: string) => newRestaurant(admin, { name: 'Wendy’s', address })
  const branches = [await branch('7 Oak St, Arden, NC 28704'), await branch('9 Elm St, Arden, NC 28704')]
  const lunch = await startLunch(page.request, { restaurantIds: branches.map(({ id }) => id) })
  await page.goto(`/?campus=arden&lunch=${lunch.id}`)
  const dialog = page.getByRole('dialog', { name: /^Lunch at/ })
  const question = page.getByRole('alertdialog', { name: 'Close the vote now?' })
  for (const street of ['Oak St', 'Elm St'])
    await expect(dialog.getByRole('button', { name: new RegExp(`^Wendy’s.* ${street}`) })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close the vote now' }).tap()
  await question.getByRole('radio', { name: 'Wendy’s (Elm St)' }).tap()
  await question.getByRole('button', { name: 'Go to Wendy’s (Elm St)' }).tap()
  await expect(page.getByText('Wendy’s (Elm St) it is').first()).toBeVisible()
  await expect(dialog.getByText('9 Elm St, Arden, NC 28704')).toBeVisible()
})

test('whoever is in asks for a suggestion and adds it by keyboard, whose focus stays', {
  tag: '@main',
}, async ({ page, signIn }) => {
  const host = await signIn({ firstName: 'Hattie', lastName: 'Host' })
  const [one, two] = await restaurantsNear(page, 'arden')
  await startLunch(page.request, { restaurantIds: [one?.id, two?.id] })
  let isDown = true
  await page.route('**/api/lunches/*/suggestions', async route => {
    if (!isDown) return route.continue()
    await route.fulfill({ status: 503, headers: ownHeaders, json: { message: 'Busy' } })
  })
  await page.goto('/?campus=arden')
  await lunchOf(page, host).getByRole('heading').getByRole('button').tap()
  const dialog = page.getByRole('dialog', { name: /^Lunch at/ })
  const ask = dialog.getByRole('button', { name: 'Suggest a place' })
  await ask.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('Couldn’t suggest a place')
  isDown = false
  await dialog.getByRole('button', { name: 'Try again' }).press('Enter')
  const adds = dialog.getByRole('button', { name: /^Add .+/ }).and(dialog.locator('li button'))
  await expect(adds).toHaveCount(3)
  const isFocused = dialog.locator(':focus')
  await expect(isFocused, 'after asking').toHaveCount(1)
  await expectAccessible(page)
  const name = ((await adds.first().textContent()) ?? '').replace(/^Add /, '')
  await adds.first().press('Enter')
  await expect(page.getByText('Place added', { exact: true })).toBeVisible()
  await expect(isFocused, 'after adding one').toHaveCount(1)
  const options = dialog.getByRole('region', { name: /^Vote/ }).locator('button[aria-pressed]')
  await expect(options.filter({ hasText: name.replace(/ \(.*/, '') })).toHaveCount(1)
})
