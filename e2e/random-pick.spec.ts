import { expect, test } from './fixtures.ts'
import { restaurantsNear } from './restaurants.ts'

test.beforeEach(async ({ newPerson, signInAs }) => {
  await signInAs(await newPerson())
})

test('the pick listens to the search, and repeats nothing until all were shown', async ({ page }) => {
  const wanted = (await restaurantsNear(page, 'arden'))
    .filter(({ name }) => /brew/i.test(name))
    .map(({ name }) => name)
  expect(wanted.length).toBeGreaterThan(1)
  await page.goto('/?campus=arden&q=brew')
  await expect(page.getByRole('article').first()).toBeVisible()
  const listed = await page.getByRole('article').getByRole('heading').allTextContents()
  await page.getByRole('button', { name: 'Decide For Me' }).click()
  const pick = page.getByRole('dialog', { name: /^Random Pick/ })
  const title = async () => {
    const id = await pick.getAttribute('aria-labelledby')
    return ((await page.locator(`[id="${id}"]`).textContent()) ?? '').replace(/^Random Pick: /, '')
  }
  const again = pick.getByRole('button', { name: 'Pick again' })
  const seen = [await title()]
  while (seen.length < listed.length) {
    await expect(again).not.toHaveAttribute('aria-busy')
    await again.click()
    await expect.poll(title).not.toBe(seen.at(-1))
    seen.push(await title())
  }
  expect(seen.toSorted()).toEqual(listed.toSorted())
})

test('with nothing left to pick from it says why', async ({ page }) => {
  await page.goto('/?campus=arden&q=there+is+no+such+place')
  await expect(page.getByRole('heading', { name: 'No restaurants found' })).toBeVisible()
  await page.getByRole('button', { name: 'Decide For Me' }).click()
  await expect(page.getByText('Could not find a random restaurant').first()).toBeVisible()
})

test('the picked place is shown in the list and highlighted for three seconds', async ({ page }) => {
  await page.goto('/?campus=arden')
  await page.getByRole('button', { name: 'Decide For Me' }).click()
  const pick = page.getByRole('dialog', { name: /^Random Pick/ })
  await pick.getByRole('button', { name: 'Show in Restaurant List' }).click()
  await expect(pick).toBeHidden()
  await expect(page.locator('article[id^="restaurant-"].animate-highlight')).toBeInViewport()
  await expect(page.locator('article.animate-highlight')).toBeHidden({ timeout: 6_000 })
})
