import type { Page } from '@playwright/test'
import { submitSignIn } from '../support/account-forms.ts'
import { expect, mainIf, test } from '../support/fixtures.ts'
import { refuseStorage, removeNewerFeatures, storeNothing } from '../support/old-browsers.ts'

/** The color of an element's background, as its red, green, blue and alpha. */
const backgroundOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate(element => {
      const canvas = document.createElement('canvas').getContext('2d')
      if (!canvas) throw new Error('There is no canvas')
      canvas.fillStyle = getComputedStyle(element).backgroundColor
      canvas.fillRect(0, 0, 1, 1)
      return [...canvas.getImageData(0, 0, 1, 1).data]
    })

for (const [what, init] of [
  ['is one of the oldest', removeNewerFeatures],
  ['refuses all storage', refuseStorage],
  ['stores nothing', storeNothing],
] as const)
  test(`in a browser that ${what}, a link leads through the sign-in to details, where one rates`, async ({
    page,
    newPerson,
  }) => {
    await page.addInitScript(init)
    // Then the page removes what earlier visits may have stored.
    await page.route('**/api/config/public', async route => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), offlineWorker: false } })
    })
    const person = await newPerson()
    await page.goto('/?campus=matthews&restaurant=1')
    await submitSignIn(page, person)
    const details = page.getByRole('dialog')
    await expect(details.getByRole('heading', { name: 'Latest reviews' })).toBeVisible()
    await details.getByRole('button', { name: 'Rate', exact: true }).click()
    await page.getByRole('radio', { name: '4 stars' }).press('Space')
    await page.getByRole('button', { name: 'Submit Rating' }).click()
    await expect(page.getByText('Rating submitted').first()).toBeVisible()
    await page.reload()
    await expect(details.getByRole('heading', { name: 'Latest reviews' })).toBeVisible()
  })

test('both color schemes and the switch between them work without light-dark()', async ({ page, signIn }) => {
  const html = await (await page.request.get('/login')).text()
  expect(html).toContain('--color-paper')
  expect(html).not.toContain('light-dark(')
  await signIn()
  await page.goto('/?campus=matthews&restaurant=1')
  const dialog = '[role=dialog]'
  const areDark = async () => {
    await expect(page.locator(dialog)).toBeVisible()
    const colors = [await backgroundOf(page, 'body'), await backgroundOf(page, dialog)]
    expect(colors.map(([, , , alpha]) => alpha)).toEqual([255, 255])
    return colors.map(([red = 0]) => red < 128)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await areDark()).toEqual([false, false])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await areDark()).toEqual([true, true])
  const ground = await backgroundOf(page, '.artwork')
  await page.evaluate(() => localStorage.setItem('theme', 'light'))
  await page.reload()
  expect(await areDark()).toEqual([false, false])
  expect(await backgroundOf(page, '.artwork'), 'drawings follow, too').not.toEqual(ground)
})

test('a browser that refuses storage and cookies shows the sign-in, which says why it can’t', async ({
  page,
  newPerson,
}) => {
  const { email, password } = await newPerson()
  await page.addInitScript(refuseStorage)
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    Object.defineProperty(Document.prototype, 'cookie', { get })
  })
  await page.goto('/profile')
  await submitSignIn(page, { email, password })
  await expect(page.getByText(/refused the cookie/).first()).toBeVisible()
})

for (const [what, remove] of [
  ['scripts', () => Reflect.deleteProperty(Array.prototype, 'toSorted')],
  ['styles', () => Reflect.set(CSS, 'supports', () => false)],
] as const)
  test(
    `a browser whose ${what} are too old shows one sentence instead of an empty page`,
    mainIf(what === 'scripts'),
    async ({ page }) => {
      await page.addInitScript(remove)
      await page.goto('/')
      await expect(page.getByText('This browser is too old for this page')).toBeVisible()
      await expect(page.locator('body')).toHaveText(
        'This browser is too old for this page: please update it, or use a newer browser or device.',
        { useInnerText: true },
      )
    },
  )
