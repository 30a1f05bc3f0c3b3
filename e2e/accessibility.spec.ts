import { expect, expectAccessible, test } from './fixtures.ts'
import { restaurantsNear } from './restaurants.ts'

test('the pages before sign-in', async ({ page }) => {
  for (const [address, heading] of [
    ['/login', /./],
    ['/register', /./],
    ['/forgot-password', /./],
    ['/verify-email', /./],
    ['/verify-email?token=unknown', /./],
    ['/reset-password?token=unknown', /./],
  ] as const) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
    await expectAccessible(page)
  }
})

test('the home page, its list and its dialogs', async ({ page, newPerson, signInAs }) => {
  await signInAs(await newPerson({ role: 'admin' }))
  const [first] = await restaurantsNear(page, 'arden')
  await page.goto('/')
  await expect(page.getByText('Choose your campus to get started')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/?campus=arden')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expectAccessible(page)
  await page.goto('/?campus=arden&q=nothing+like+it')
  await expect(page.getByRole('heading', { name: 'No restaurants found' })).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/?campus=arden&restaurant=${first?.id}`)
  await expect(page.getByRole('dialog', { name: first?.name ?? '' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Rate', exact: true }).click()
  await expect(page.getByRole('radio', { name: '5 stars' })).toBeAttached()
  await expectAccessible(page)
  await page.goto('/?campus=arden')
  await page.getByRole('button', { name: 'Decide For Me' }).click()
  await expect(page.getByRole('dialog', { name: /^Random Pick/ })).toBeVisible()
  await expectAccessible(page)
})

test('the profile and its editor', async ({ page, newPerson, signInAs }) => {
  await signInAs(await newPerson())
  for (const address of ['/profile', '/profile?tab=ratings', '/profile?tab=unrated', '/profile/edit']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expectAccessible(page)
  }
})

test('nothing runs over the edge at 320 pixels', async ({ page, newPerson, signInAs }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signInAs(
    await newPerson({ firstName: 'Bartholomew-Maximilian', lastName: 'Featherstonehaugh-Cholmondeley' }),
  )
  const [first] = await restaurantsNear(page, 'arden')
  for (const address of [
    '/',
    '/?campus=arden',
    `/?campus=arden&restaurant=${first?.id}`,
    '/profile',
    '/profile/edit',
  ]) {
    await page.goto(address)
    await page.waitForLoadState('networkidle')
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - 320)
    expect(overflow, `${address} is wider than the screen`).toBeLessThanOrEqual(0)
  }
})
