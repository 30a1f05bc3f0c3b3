import { chromiumArgs, findChromium } from '../../../scripts/chromium.ts'
import { button, newRestaurant, openSection } from '../support/administration.ts'
import { expect, holdRequests, test, waitForContent } from '../support/fixtures.ts'
import { cards } from '../support/restaurants.ts'

// With scrollbars that take space, as on Windows; headless browsers hide them by default.
test.use({
  launchOptions: {
    executablePath: findChromium(),
    args: chromiumArgs,
    ignoreDefaultArgs: ['--hide-scrollbars'],
  },
})

test('the page behind a dialog does not scroll, and keeps its position when a click outside closes the dialog', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/?campus=matthews')
  const card = cards(page).nth(12)
  await card.scrollIntoViewIfNeeded()
  // By its id: behind a dialog, elements have no accessible role.
  const left = async () => (await page.locator('#campus').boundingBox())?.x
  const leftBefore = await left()
  expect(leftBefore).toBeGreaterThan(0)
  expect(await page.evaluate(() => window.innerWidth - document.body.clientWidth)).toBeGreaterThan(0)
  const scrolled = () => page.evaluate(() => Math.round(window.scrollY))
  const turnWheel = async () => {
    await page.mouse.move(20, 500)
    await page.mouse.wheel(0, -200)
    // Scrolling would happen in the next frames.
    await page.waitForTimeout(300)
  }

  const link = card.getByRole('link').first()
  await link.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await expect(
    dialog.getByRole('banner').or(dialog.getByRole('contentinfo')),
    'a part is no landmark',
  ).toHaveCount(0)
  expect(await left(), 'nothing moves where the scrollbar was').toBe(leftBefore)
  const opened = await scrolled()
  expect(opened).toBeGreaterThan(0)
  await turnWheel()
  expect(await scrolled()).toBe(opened)

  await page.mouse.click(20, 500)
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(link).toBeFocused()
  expect(await scrolled()).toBe(opened)
  await turnWheel()
  expect(await scrolled()).toBeLessThan(opened)
})

test('a link in a dialog moves the focus to the heading of the new page, not back to the button that opened the dialog', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/?campus=matthews')
  await page.getByRole('button', { name: /^Menu of/ }).click()
  await page.getByRole('menuitem', { name: 'Request a Feature' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Your earlier requests and reports' }).click()
  await expect(page).toHaveURL(/profile/)
  await expect(page.getByRole('dialog')).toBeHidden()
  // The time a dialog takes to return the focus.
  await page.waitForTimeout(300)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('the details keep their place while they are filled step by step', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/?campus=matthews')
  const heights = await page.evaluateHandle(() => {
    const seen = new Set<number>()
    const look = () => {
      const dialog = document.querySelector<HTMLElement>('[role="dialog"]')
      if (dialog) seen.add(dialog.offsetHeight)
      requestAnimationFrame(look)
    }
    look()
    return seen
  })
  await cards(page).first().getByRole('link').first().click()
  await expect(page.getByRole('dialog').getByText('Latest reviews')).toBeVisible()
  expect(await heights.evaluate(seen => [...seen])).toEqual([765])
})

test('a toast appears in its final position even while its code is loading, and closing it does not scroll the page back', async ({
  page,
  signIn,
}) => {
  await signIn()
  const bringCode = await holdRequests(page, '**/assets/parts-*')
  await page.goto('/?campus=matthews')
  const places = page.evaluate(async () => {
    const toast = async (selector: string) => {
      let found: Element | null = null
      while (!found) {
        await new Promise(resolve => requestAnimationFrame(resolve))
        found = document.querySelector(selector)
      }
      return found
    }
    const placeOf = (element: Element) => element.getBoundingClientRect().toJSON()
    const plain = placeOf(await toast('.toasts > div'))
    const whole = await toast('.toasts > li')
    const atFirst = placeOf(whole)
    await Promise.all(whole.getAnimations().map(({ finished }) => finished))
    return { plain, atFirst, atLast: placeOf(whole) }
  })
  const heart = cards(page)
    .first()
    .getByRole('button', { name: /favorites$/ })
  await heart.click()
  await expect(page.getByRole('alert')).toHaveText('Added to favorites')
  bringCode()
  const { plain, atFirst, atLast } = await places
  expect(plain).toEqual(atLast)
  expect(atFirst, 'it never slides under the pointer').toEqual(atLast)

  const dismiss = page.getByRole('button', { name: 'Dismiss' })
  // A toast stays while the mouse is over it.
  await dismiss.hover()
  await page.mouse.wheel(0, 2000)
  const scrolled = () => page.evaluate(() => scrollY)
  await expect.poll(scrolled).toBeGreaterThan(1000)
  await dismiss.click()
  await expect(heart).toBeFocused()
  expect(await scrolled()).toBeGreaterThan(1000)
})

test('the restaurant form takes and keeps the focus, and its title stays visible while tabbing through it', async ({
  page,
  admin,
  signIn,
}) => {
  const { name } = await newRestaurant(admin)
  await signIn({ role: 'admin' })
  await openSection(page, 'restaurants', name)
  await button(page, `Edit ${name}`).click()
  const form = page.getByRole('dialog', { name: 'Edit Restaurant Details' })
  await expect(form.getByLabel('Name', { exact: true })).toBeFocused()
  await button(form, 'Set on the map').click()
  await expect(form.getByRole('region', { name: 'Position on the map' })).toBeVisible()
  await form.getByLabel('Name', { exact: true }).focus()
  const title = form.getByRole('heading', { name: 'Edit Restaurant Details' })
  const before = await title.boundingBox()
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press('Tab')
    await expect(form.locator(':focus')).toHaveCount(1)
    expect(await title.boundingBox()).toEqual(before)
  }
})

test('the button of a menu opens it, closes it, and opens it again', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/?campus=arden')
  await waitForContent(page)
  const trigger = page.getByRole('button', { name: /^More about/ }).first()
  for (const count of [1, 0, 1]) {
    await trigger.click()
    await expect(page.getByRole('menu')).toHaveCount(count)
  }
})

test('a press on an element of an extension closes no dialog, nor does one on our scrim a form with something typed or a question', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/?campus=matthews')
  const dialog = page.getByRole('dialog')
  const pressExtension = async () => {
    await page.evaluate(() => {
      for (const [parent, top] of [
        [document.documentElement, 100],
        [document.body, 300],
      ] as const) {
        const host = document.createElement('foreign-extension')
        const style = `position: fixed; top: ${top}px; left: 20px; z-index: 99; width: 80px`
        host.attachShadow({ mode: 'closed' }).innerHTML = `<button style="${style}">Fill</button>`
        parent.append(host)
      }
    })
    await page.mouse.click(60, 108)
    await page.mouse.click(60, 308)
    await page.evaluate(() => {
      for (const host of document.querySelectorAll('foreign-extension')) host.remove()
    })
  }
  const pressScrim = () => page.mouse.click(20, 500)
  // Closing would happen in the next tasks.
  const settled = () => page.evaluate(() => new Promise(resolve => setTimeout(resolve, 200)))

  await cards(page).first().getByRole('link').first().click()
  await expect(dialog).toBeVisible()
  await pressExtension()
  await settled()
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Rate' }).click()
  const comment = dialog.getByLabel('Comment')
  await comment.fill('Half-typed')
  await pressExtension()
  await pressScrim()
  await settled()
  await expect(comment).toHaveValue('Half-typed')
  await page.keyboard.press('Escape')
  await expect(comment).toBeHidden()

  await page.goto('/?suggest=problem')
  await expect(dialog).toBeVisible()
  await pressScrim()
  await expect(dialog, 'nothing is typed').toBeHidden()

  await page.goto('/profile/edit')
  await page.getByLabel('First Name').fill('Somebody')
  await page.getByRole('link', { name: 'Common Table' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expect(question).toBeVisible()
  await pressScrim()
  await settled()
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(page.getByLabel('First Name')).toHaveValue('Somebody')
})
