import { submitRegistration, submitSignIn } from '../support/account-forms.ts'
import { expect, expectAccessible, mailedLink, test } from '../support/fixtures.ts'
import { cards } from '../support/restaurants.ts'

test('a newcomer can register, verify, and then find, rate and save a place for lunch', {
  tag: '@main',
}, async ({ page, server }) => {
  const email = `newcomer.${test.info().project.name}@example.org`

  await page.goto('/')
  await expect(page).toHaveURL(/\/login/)
  await page.getByRole('link', { name: /register|create an account/i }).click()
  await submitRegistration(page, email)
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeFocused()
  await expectAccessible(page)

  await page.goto(await mailedLink(server, email))
  await expect(page.getByRole('heading', { name: /verified/i })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Back to sign-in' }).click()
  await submitSignIn(page, { email, password: 'a good lunch' })

  await expect(page.getByText('Choose your campus to get started')).toBeVisible()
  const campuses = page.getByRole('radiogroup', { name: /campus|near/i })
  await expect(campuses.getByRole('radio').first()).toHaveAccessibleName('Brevard')
  await campuses.getByText('Brevard').click()
  await expect(page.getByRole('heading', { name: 'Brevard Restaurants' })).toBeVisible()

  const card = cards(page).first()
  const name = (await card.getByRole('heading').textContent()) ?? ''
  await card.getByRole('button', { name: /favorite/i }).click()
  await expect(page.getByText('Added to favorites', { exact: true })).toBeVisible()

  await card.getByRole('link', { name }).click()
  const details = page.getByRole('dialog', { name })
  await expect(details.getByText('No ratings yet').first()).toBeVisible()
  await details.getByRole('button', { name: 'Rate', exact: true }).click()
  const rating = page.getByRole('dialog', { name: /rate/i })
  await expect(rating.getByRole('button', { name: 'Submit Rating' })).toBeDisabled()
  await rating.getByRole('radio', { name: '4 stars' }).press('Space')
  await rating.getByLabel(/comment/i).fill('The soup of the day was the best of the week.')
  await rating.getByRole('button', { name: 'Submit Rating' }).click()
  await expect(page.getByText('Rating submitted', { exact: true })).toBeVisible()
  await expect(page.getByText(`You rated ${name} with 4 stars!`, { exact: true })).toBeVisible()
  await expect(details.getByRole('button', { name: 'Edit Your Rating' })).toBeVisible()
  await expect(details.getByText('The soup of the day was the best of the week.').first()).toBeVisible()
})
