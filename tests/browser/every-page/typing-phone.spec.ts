import { text } from 'node:stream/consumers'
import { submitRegistration } from '../support/account-forms.ts'
import { expect, ownHeaders, test } from '../support/fixtures.ts'
import { cards } from '../support/restaurants.ts'

/* What is typed and what it is taken for, when the next thing follows at once. */

test('a search survives whatever is opened right after the last letter', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/?campus=arden')
  const search = page.getByRole('searchbox')
  const openers: [string, () => Promise<void>][] = [
    ['pizza', () => cards(page).first().getByRole('heading').click()],
    ['grill', () => page.getByRole('button', { name: 'Start a lunch' }).first().click()],
  ]
  for (const [text, open] of openers) {
    await search.fill(text)
    await open()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(search).toHaveValue(text)
    await expect(page).toHaveURL(new RegExp(`q=${text}`))
  }
  await search.fill('taco')
  await page.getByRole('radio', { name: 'Brevard' }).click()
  await expect(page).toHaveURL(/campus=brevard/)
  await page.goBack()
  await expect(page).toHaveURL(/campus=arden.*q=taco|q=taco.*campus=arden/)
  await expect(search).toHaveValue('taco')
  await search.press('Enter')
  await expect(search, 'the phone puts its keyboard away').not.toBeFocused()
  await expect(search).toHaveValue('taco')
})

test('an export pressed right after the last letter has what the search finds', async ({ page, signIn }) => {
  await signIn({ role: 'super-user' })
  await page.goto('/admin?section=restaurants')
  await page.setViewportSize({ width: 820, height: 1180 })
  await expect(page.getByRole('button', { name: 'Export' })).toBeVisible()
  const downloaded = page.waitForEvent('download')
  await page.getByRole('searchbox').fill('dairy queen')
  await page.getByRole('button', { name: 'Export' }).click()
  const rows = await text(await (await downloaded).createReadStream())
  expect(rows).toContain('Dairy Queen')
  expect(rows).not.toContain('Bojangles')
})

test('what is pressed right after the last letter opens, though the list changes', async ({
  page,
  signIn,
}) => {
  await signIn({ role: 'super-user' })
  await page.clock.install()
  await page.goto('/admin?section=departments&q=Worship')
  await page.getByRole('button', { name: 'Rename Worship' }).hover()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('searchbox').fill('')
  await page.mouse.down()
  await page.clock.runFor(1000)
  await page.mouse.up()
  await page.clock.resume()
  await expect(page.getByRole('dialog', { name: 'Rename Department' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Rename Care' })).toBeVisible()
})

test('the first wrong field that one sees gets the focus', async ({ page, signIn }) => {
  await page.goto('/register')
  await page.getByLabel('First name').fill('Robin')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByLabel('Last name')).toBeFocused()

  // Errors of the server come in an order of their own.
  const errors = [
    { path: 'email', message: 'Not this address' },
    { path: 'lastName', message: 'Not this name' },
  ]
  await page.route('**/api/register', route =>
    route.fulfill({ status: 400, headers: ownHeaders, json: { message: 'Not valid', errors } }),
  )
  await submitRegistration(page, 'robin.new@example.org')
  await expect(page.getByText('Not this name')).toBeVisible()
  await expect(page.getByLabel('Last name')).toBeFocused()
  await signIn()
  await page.goto('/profile/edit')
  await page.getByLabel('Email').fill('nonsense')
  await page.getByLabel('First name').fill('R')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByLabel('First name')).toBeFocused()
})
