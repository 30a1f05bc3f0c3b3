import type { Page, Route } from '@playwright/test'
import { submitSignIn } from '../support/account-forms.ts'
import { expect, test } from '../support/fixtures.ts'
import { cards } from '../support/restaurants.ts'

/* What the page does with replies of something between it and our server; every status is in kit/web/api/call.test.ts. */

const unreachable = 'The server can’t be reached. Please check your connection.'
const foreign = '<!doctype html><title>Gateway</title><h1>Please sign in to the guest network</h1>'

const reply = { status: 200, contentType: 'text/html', body: foreign }

const isForeign = (text: string) => /guest network|Unexpected token|undefined|is not valid JSON/.test(text)
const expectNothingForeign = async (screen: Page) =>
  expect(isForeign(await screen.locator('body').innerText())).toBe(false)

test('a guest network that answers with a page counts as no connection wherever something is saved', async ({
  page,
  newPerson,
  signInAs,
}) => {
  const person = await newPerson()
  await page.goto('/login')
  await page.route('**/api/login', route => route.fulfill(reply))
  await submitSignIn(page, person)
  await expect(page.getByRole('alert')).toContainText(unreachable)
  await expectNothingForeign(page)

  await page.goto('/forgot-password')
  await page.route('**/api/password-reset*', route => route.fulfill(reply))
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: /link|Send/ }).click()
  await expect(page.getByText(unreachable)).toBeVisible()

  await page.route('**/api/verification/verify*', route => route.fulfill(reply))
  await page.goto('/verify-email?token=abc')
  await page.getByRole('button', { name: 'Confirm my email' }).click()
  await expect(page.getByText(unreachable)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expectNothingForeign(page)

  await signInAs(person)
  await page.goto('/?campus=arden')
  await page.route('**/api/favorites', route =>
    route.request().method() === 'POST' ? route.fulfill(reply) : route.continue(),
  )
  const heart = cards(page)
    .first()
    .getByRole('button', { name: /favorites$/ })
  await heart.click()
  await expect(page.getByText(unreachable).first()).toBeVisible()
  await expect(heart).toHaveAccessibleName(/^Add /)

  await page.route('**/api/logout', route => route.fulfill(reply))
  await page.getByRole('button', { name: /^Menu of/ }).click()
  // One address is blocked while all others work: that isn't a lost connection.
  await expect(page.getByText(/^Offline · as of|Trying again…/)).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByLabel('Password', { exact: true }), 'whatever the server says').toBeVisible()
  await expectNothingForeign(page)
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

test('a proxy’s refusal of a file names the setting, without the proxy’s own page', async ({
  page,
  signIn,
}) => {
  await signIn({ role: 'super-user' })
  const refuse = (route: Route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 413,
          contentType: 'text/html',
          body: '<html><h1>413 Request Entity Too Large</h1><hr>nginx</html>',
        })
      : route.continue()
  await page.route('**/api/backup/upload*', refuse)
  await page.goto('/admin?section=backups&add=upload')
  const dialog = page.getByRole('dialog')
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'backup.json', mimeType: 'application/json', buffer: Buffer.from('{}') })
  await dialog.getByRole('button', { name: 'Upload backup' }).click()
  await expect(dialog).toContainText('A proxy in front of the server refused this because of its size.')
  await expect(page.locator('body')).not.toContainText('Request Entity')
})
