import { submitSignIn } from '../support/account-forms.ts'
import { expect, mainIf, test } from '../support/fixtures.ts'
import { refuseStorage, removeNewerFeatures, storeNothing } from '../support/old-browsers.ts'

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
