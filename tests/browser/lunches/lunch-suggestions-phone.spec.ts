import { expect, expectAccessible, ownHeaders } from '../support/fixtures.ts'
import { lunchOf, startLunch, test } from '../support/lunches.ts'
import { type ListedPlace, restaurantsNear } from '../support/restaurants.ts'

/** Two places of the same name. */
function twoBranches(places: readonly ListedPlace[]): [ListedPlace, ListedPlace] {
  for (const one of places) {
    const other = places.find(({ id, name }) => id !== one.id && name === one.name)
    if (other && one.address.split(',')[0] !== other.address.split(',')[0]) return [one, other]
  }
  throw new Error('No chain has two branches here')
}

test('branches of a chain are told apart in the vote, in buttons, in the toast and by the address', async ({
  page,
  signIn,
}) => {
  await signIn({ firstName: 'Hazel', lastName: 'Host' })
  const [one, other] = twoBranches(await restaurantsNear(page, 'arden'))
  const lunch = await startLunch(page.request, { restaurantIds: [one.id, other.id] })
  await page.goto(`/?campus=arden&lunch=${lunch.id}`)
  const dialog = page.getByRole('dialog', { name: /^Lunch at/ })
  const votes = dialog.getByRole('region', { name: /^Vote/ }).locator('button[aria-pressed]')
  await expect(votes).toHaveCount(2)
  expect(new Set(await votes.allTextContents()).size).toBe(2)
  await dialog.getByRole('button', { name: 'Close the vote now' }).tap()
  const question = page.getByRole('alertdialog', { name: 'Close the vote now?' })
  const choices = question.getByRole('radio', { name: one.name })
  await expect(choices).toHaveCount(2)
  await choices.first().tap()
  const name = (await question.getByRole('button', { name: /^Go to / }).innerText()).replace('Go to ', '')
  expect(name).toMatch(/\(.+\)$/)
  await expect(question.getByRole('radio', { name })).toHaveCount(1)
  await question.getByRole('button', { name: /^Go to / }).tap()
  await expect(page.getByText(`${name} it is`).first()).toBeVisible()
  await expect(dialog.getByText(one.address)).toBeVisible()
  await expectAccessible(page)
})

test('whoever is in asks for a suggestion and adds it with one tap', { tag: '@main' }, async ({
  page,
  signIn,
}) => {
  const host = await signIn({ firstName: 'Hattie', lastName: 'Host' })
  const [one, two] = await restaurantsNear(page, 'arden')
  const lunch = await startLunch(page.request, { restaurantIds: [one?.id, two?.id] })
  let isDown = true
  await page.route('**/api/lunches/*/suggestions', async route => {
    if (!isDown) return route.continue()
    await route.fulfill({ status: 503, headers: ownHeaders, json: { message: 'Busy' } })
  })
  await page.goto('/?campus=arden')
  await lunchOf(page, host).getByRole('heading').getByRole('button').tap()
  const dialog = page.getByRole('dialog', { name: /^Lunch at/ })
  const ask = dialog.getByRole('button', { name: 'Suggest a place' })
  await ask.tap()
  await expect(dialog.getByRole('alert')).toContainText('Couldn’t suggest a place')
  isDown = false
  await dialog.getByRole('button', { name: 'Try again' }).tap()
  const adds = dialog.getByRole('button', { name: /^Add .+/ }).and(dialog.locator('li button'))
  await expect(adds).toHaveCount(3)
  await expectAccessible(page)
  const name = ((await adds.first().textContent()) ?? '').replace(/^Add /, '')
  await adds.first().tap()
  await expect(page.getByText('Place added', { exact: true })).toBeVisible()
  const options = dialog.getByRole('region', { name: /^Vote/ }).locator('button[aria-pressed]')
  await expect(options.filter({ hasText: name.replace(/ \(.*/, '') })).toHaveCount(1)
  expect((await (await page.request.get(`/api/lunches/${lunch.id}`)).json()).options).toHaveLength(3)
})

test('diets are considered once the profile says so', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/profile/edit')
  const choice = page.getByRole('checkbox', { name: 'Consider my diets at lunches I am in' })
  await expect(choice).not.toBeChecked()
  await choice.check()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Profile updated').first()).toBeVisible()
  await page.reload()
  await expect(choice).toBeChecked()
})
