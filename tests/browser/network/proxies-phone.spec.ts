import { submitSignIn } from '../support/account-forms.ts'
import { expect, test } from '../support/fixtures.ts'
import { cards } from '../support/restaurants.ts'

/* What the page does with replies of something between it and our server; every status is in kit/web/api/call.test.ts. */

const unreachable = 'The server can’t be reached. Please check your connection.'
const foreign = '<!doctype html><title>Gateway</title><h1>Please sign in to the guest network</h1>'

test('a guest network that answers with a page counts as no connection wherever something is saved', async ({
  page,
  newPerson,
  signInAs,
}) => {
  const person = await newPerson()
  const answer = (url: string, method = 'POST') =>
    page.route(url, route =>
      route.request().method() === method
        ? route.fulfill({ status: 200, contentType: 'text/html', body: foreign })
        : route.continue(),
    )
  await page.goto('/login')
  await answer('**/api/login')
  await submitSignIn(page, person)
  await expect(page.getByRole('alert')).toContainText(unreachable)

  await answer('**/api/verification/verify*', 'GET')
  await page.goto('/verify-email?token=abc')
  await page.getByRole('button', { name: 'Confirm my email' }).click()
  await expect(page.getByText(unreachable)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()

  await signInAs(person)
  await page.goto('/?campus=arden')
  await answer('**/api/favorites')
  const heart = cards(page)
    .first()
    .getByRole('button', { name: /favorites$/ })
  await heart.click()
  await expect(page.getByText(unreachable).first()).toBeVisible()
  await expect(heart).toHaveAccessibleName(/^Add /)

  await answer('**/api/logout')
  await page.getByRole('button', { name: /^Menu of/ }).click()
  // One address is blocked while all others work: that isn't a lost connection.
  await expect(page.getByText(/^Offline · as of|Trying again…/)).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByLabel('Password', { exact: true }), 'whatever the server says').toBeVisible()
  await expect(page.locator('body')).not.toContainText('guest network')
})

test('a blocked event stream is no lost connection', async ({ page, signIn }) => {
  await signIn()
  const notices: string[] = []
  await page.exposeFunction('noteNotice', (text: string) => notices.push(text))
  await page.addInitScript(() => {
    const look = () => {
      const text = document.body?.innerText.match(/Offline · as of.*|.*Trying again…/)?.[0]
      if (text) (window as unknown as { noteNotice: (text: string) => void }).noteNotice(text)
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
  })
  let attempts = 0
  await page.route('**/api/lunches/events*', route => {
    attempts += 1
    return attempts % 2 === 0 ? route.abort('connectionreset') : route.abort('connectionrefused')
  })
  await page.goto('/?campus=arden')
  await expect(cards(page).first()).toBeVisible()
  await expect.poll(() => attempts, { timeout: 30_000 }).toBeGreaterThan(3)
  expect(notices).toEqual([])
})
