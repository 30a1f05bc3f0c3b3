import type { Locator, Page } from '@playwright/test'
import { button, newAlert, newCampus, newRestaurant, removeAlerts } from '../support/administration.ts'
import { expect, waitForContent } from '../support/fixtures.ts'
import { startLunch, test } from '../support/lunches.ts'
import { cardOf, cards } from '../support/restaurants.ts'

test('“Not for me” moves the focus to the next card, or from the last one to the one before, by keyboard and by mouse', async ({
  page,
  admin,
  signIn,
}) => {
  const { code } = await newCampus(admin)
  for (let count = 0; count < 5; count++) await newRestaurant(admin, { campusCode: code })
  await signIn()
  await page.goto(`/?campus=${code}`)
  await expect(cards(page)).toHaveCount(5)
  const shown = await cards(page).getByRole('heading').allTextContents()
  for (const [byKey, gone, next] of [
    [true, 0, 1],
    [true, 4, 3],
    [false, 1, 2],
    [false, 3, 2],
  ] as const) {
    const choose = (entry: Locator) => (byKey ? entry.press('Enter') : entry.click())
    const name = shown[gone] ?? ''
    await choose(button(page, `More about ${name}`))
    await choose(page.getByRole('menuitem', { name: 'Not for me' }))
    await expect(cardOf(page, name)).toHaveCount(0)
    await expect(cardOf(page, shown[next] ?? '').locator(':focus')).toHaveCount(1)
  }
})

test('a menu that Escape has just closed and a key opens again has the focus on its first entry', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/profile')
  await page.getByRole('button', { name: /^Menu of/ }).press('Enter')
  const entries = page.getByRole('menuitem')
  await expect(entries.first()).toBeFocused()
  // A browser that has much to do handles both keys before any timer.
  await page.evaluate(async () => {
    for (const key of ['Escape', 'Enter']) {
      const init = { key, bubbles: true, cancelable: true }
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', init))
      // React and the keeper of the focus follow in microtasks.
      for (let count = 0; count < 20; count++) await Promise.resolve()
    }
    await new Promise(resolve => setTimeout(resolve))
  })
  await expect(entries.first()).toBeFocused()
})

test('closing the alerts in the header keeps the focus among them, then moves it back into the page, from the first second', async ({
  page,
  admin,
  signIn,
}) => {
  await newAlert(admin)
  await newAlert(admin)
  await signIn()
  await page.goto('/profile')
  const alerts = page.getByRole('region', { name: 'System alerts' })
  const closing = alerts.getByRole('button', { name: /^Dismiss/ })
  const from = page.getByRole('link', { name: 'Edit Profile' })
  await from.focus()
  await closing.first().press('Enter')
  await expect(alerts.getByRole('button', { name: 'Show the whole alert' })).toBeVisible()
  await expect(alerts.locator(':focus')).toHaveCount(1)
  await closing.press('Enter')
  await expect(closing).toHaveCount(0)
  await expect(from).toBeFocused()
  await removeAlerts(admin)
})

test('cancelling a lunch leaves the focus in its page, and closing that page beside its card', async ({
  page,
  signIn,
}) => {
  await signIn()
  await startLunch(page.request)
  await page.goto('/?campus=arden')
  const opener = page.getByRole('button', { name: /^Lunch at/ })
  await opener.press('Enter')
  await button(page, 'Cancel lunch').press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel lunch' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Lunch at/ })
  await expect(dialog.getByText('Cancelled')).toBeVisible()
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await button(dialog, 'Close').press('Enter')
  await expect(dialog).toBeHidden()
  const today = page.getByRole('region', { name: 'Today' })
  await expect(today.getByRole('button', { name: /^Earlier today \(1\)/ })).toBeVisible()
  await expect(today.locator(':focus'), 'its card is among those of earlier').toHaveCount(1)
})

test('a dialog that the address opened gives the focus to the page', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/?campus=matthews&rate=1')
  const dialog = page.getByRole('dialog', { name: 'Rate This Restaurant' })
  await dialog.getByRole('radio', { name: '4 stars' }).check()
  await dialog.getByRole('button', { name: 'Submit Rating' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.locator('main')).toBeFocused()
})

test('the Tab key moves on from a map with one pin, and with two', async ({ page, admin, signIn }) => {
  const { code } = await newCampus(admin)
  await signIn()
  for (const count of [1, 2]) {
    await newRestaurant(admin, { campusCode: code, latitude: 35.42 + count / 10, longitude: -82.48 })
    await page.goto(`/?campus=${code}&view=map`)
    const pin = page.getByRole('region', { name: /^Map of/ }).getByRole('listitem')
    await expect(pin).toHaveCount(count)
    const isOnPin = pin.locator(':focus')
    await button(page, 'Show everything').focus()
    await page.keyboard.press('Tab')
    await expect(isOnPin).toHaveCount(1)
    // Each pin has its button and, in its card, a link.
    for (let press = 0; press < 2 * count && (await isOnPin.count()) > 0; press++)
      await page.keyboard.press('Tab')
    await expect(isOnPin).toHaveCount(0)
  }
})

/** Adds what goes away a little while after the focus has left it, like the card of a pin, at the end of the page. */
const addCard = (page: Page) =>
  page.evaluate(() => {
    document.querySelector('[data-added]')?.remove()
    const added = document.createElement('div')
    added.dataset.added = ''
    added.innerHTML = `<p>Nothing to press</p>
      <button>Before</button> <button>Left</button> <span>Card</span>
      <label><input type="radio" name="added" checked>One</label> <label><input type="radio" name="added">Two</label>`
    const [, left] = added.querySelectorAll('button')
    for (const element of [left, ...added.querySelectorAll('input')])
      element?.addEventListener('blur', () => added.querySelector('span')?.remove())
    document.querySelector('main')?.append(added)
  })

const leaving: [how: string, from: string, leave: (page: Page) => Promise<void>, to: string | undefined][] = [
  ['Tab', 'Left', page => page.keyboard.press('Tab'), 'One'],
  ['Shift and Tab', 'Left', page => page.keyboard.press('Shift+Tab'), 'Before'],
  ['Tab at the end of the page', 'One', page => page.keyboard.press('Tab'), undefined],
  ['an arrow key', 'One', page => page.keyboard.press('ArrowDown'), 'Two'],
  ['a click on a button', 'Left', page => button(page, 'Before').click(), 'Before'],
  ['a click on text', 'Left', page => page.getByText('Nothing to press').click(), undefined],
]

test('what goes away because the focus has left it doesn’t get the focus back', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/profile/edit')
  await expect(page.getByRole('heading', { name: 'Profile image' })).toBeVisible()
  for (const [how, from, leave, to] of leaving) {
    await addCard(page)
    const named = (name: string) =>
      page.locator('[data-added]').locator(`button:text-is("${name}"), label:text-is("${name}") input`)
    await named(from).focus()
    await leave(page)
    await expect(page.getByText('Card', { exact: true }), how).toHaveCount(0)
    // The keeper of the focus acts before the next frame.
    await page.evaluate(() => new Promise(resolve => requestAnimationFrame(resolve)))
    await expect(named(from), how).not.toBeFocused()
    if (to) await expect(named(to), how).toBeFocused()
  }
})

test('a button that the browser doesn’t focus when it is clicked gets the focus when its dialog closes', async ({
  page,
  signIn,
}) => {
  // As Safari does.
  await page.addInitScript(() =>
    document.addEventListener(
      'mousedown',
      event => {
        if (event.target instanceof Element && event.target.closest('button')) event.preventDefault()
      },
      { capture: true },
    ),
  )
  await signIn()
  await page.goto('/?campus=arden')
  const opener = button(page, 'Start a lunch')
  await opener.click()
  await expect(page.getByRole('dialog', { name: 'Start a lunch' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('a link gets the focus back from its dialog although its whole card was only drawn behind that', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/?campus=matthews')
  await waitForContent(page)
  // By its tags: behind a dialog, elements have no accessible role.
  const card = page.locator('main article').last()
  const link = card.locator('a').first()
  await link.evaluate((element: HTMLElement) => {
    element.focus({ preventScroll: true })
    element.click()
  })
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(card.locator('dl'), 'far below the window, a card shows only its name').toHaveCount(0)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(card.locator('dl')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(link).toBeFocused()
})
