import { newCampus, newRestaurant } from '../support/administration.ts'
import { countRerenders } from '../support/count-rerenders.ts'
import { expect, test } from '../support/fixtures.ts'

test('the map shows the restaurants of the list, and works by keyboard', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/?campus=eastAsheville')
  await expect(page.getByRole('heading', { name: /East Asheville Restaurants/ })).toContainText('43')
  const view = page.getByRole('radiogroup', { name: 'View' })
  await view.getByRole('radio', { name: 'Map' }).press('Space')
  await expect(page).toHaveURL(/view=map/)
  const map = page.getByRole('region', { name: 'Map of restaurants near East Asheville' })
  await expect(map).toHaveAccessibleDescription(/40 of 43 restaurants.*The list has all of them/)
  await expect(page.getByText('40 of 43 are on the map.')).toBeVisible()

  // Choosing a group splits it, and the focus moves to the nearest of its restaurants.
  const pins = map.getByRole('listitem').getByRole('button')
  const group = map.getByRole('button', { name: /restaurants: .*zoom in/ }).first()
  await group.focus()
  await page.keyboard.press('Enter')
  const parted = await pins.count()
  expect(parted).toBeGreaterThan(1)
  await expect(map.locator('li button:focus')).toHaveCount(1)
  await map.getByRole('application').focus()
  await page.keyboard.press('0')

  await page.getByLabel('Search restaurants').fill('brew')
  await expect(page).toHaveURL(/q=brew/)
  await expect(map).toHaveAccessibleDescription(/^\d of /)

  const single = pins.filter({ hasNotText: /^\d+$/ }).and(map.getByRole('button', { name: /miles|unknown/ }))
  await single.first().focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('-')
  await page.keyboard.press('0')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(map.getByRole('link', { name: /^Details/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(map.getByRole('link', { name: /^Details/ })).toBeHidden()
  const name = (await single.first().getAttribute('aria-label'))?.split(/, \d/)[0] ?? ''
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name })).toBeVisible()
  await page.goBack()
  await expect(map).toBeVisible()

  await page.getByRole('button', { name: 'Decide For Me' }).click()
  await page.getByRole('button', { name: 'Show in Restaurant List' }).click()
  await expect(page).not.toHaveURL(/view=map/)
  await expect(page.locator('article.animate-highlight')).toBeInViewport()
})

test('a map that cannot be loaded shows an error in its place, and the list is kept', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.route(/\/home-map[^/]*\.js$/, route => route.abort())
  await page.goto('/?campus=arden&view=map')
  await expect(page.getByText('The map couldn’t be loaded')).toBeVisible()
  await expect(page.getByRole('heading', { name: /Arden Restaurants/ })).toBeVisible()
})

test('restaurants at the same address can be reached by keyboard, and Escape and details return the focus', async ({
  page,
  admin,
  signIn,
}) => {
  const { code } = await newCampus(admin)
  const house = { campusCode: code, latitude: 35.42, longitude: -82.48 }
  const [first, second] = [await newRestaurant(admin, house), await newRestaurant(admin, house)]
  await newRestaurant(admin, house)
  await signIn()
  await page.goto(`/?campus=${code}&view=map`)
  const group = page.getByRole('button', { name: /^3 restaurants: .*list them/ })
  const link = page.getByRole('link', { name: second.name })
  // The map's buttons come before its pins in tab order, because there may be hundreds of pins.
  await page.getByRole('button', { name: 'Show everything', exact: true }).focus()
  await page.keyboard.press('Tab')
  await expect(group).toBeFocused()
  await expect(group).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Enter')
  await expect(link).toBeHidden()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: first.name })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(link).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: second.name })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(link).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(link).toBeHidden()
  await expect(group).toBeFocused()

  // Escape closes what the mouse opened, wherever the focus is.
  await page.getByLabel('Search restaurants').focus()
  await group.hover()
  await expect(link).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(link).toBeHidden()
})

test('of many pins only those whose card opens or closes are rendered again, and Tab goes through the visible ones', async ({
  page,
  admin,
  signIn,
}) => {
  const { code } = await newCampus(admin)
  const names: string[] = []
  for (let n = 0; n < 25; n += 1) {
    const latitude = 35.4 + (Math.floor(n / 5) - 2) * 0.01
    const longitude = -82.5 + ((n % 5) - 2) * 0.02
    names.push((await newRestaurant(admin, { campusCode: code, latitude, longitude })).name)
  }
  await signIn()
  await page.goto(`/?campus=${code}&view=map`)
  const map = page.getByRole('region', { name: /^Map of restaurants near/ })
  const pins = map.getByRole('listitem').getByRole('button')
  const stops = map.locator('li button:not([tabindex="-1"])')
  await expect(stops).toHaveCount(25)
  const hovering = (name: string | undefined) => async () => {
    await page.getByRole('button', { name: new RegExp(`^${name}, `) }).hover()
    await expect(page.getByRole('link', { name: `Details of ${name}` })).toBeVisible()
  }
  const rerenders = async () => {
    await hovering(names[0])()
    return countRerenders(page, '.map-background li', hovering(names[24]))
  }
  // Data that comes just then renders all of them.
  await expect.poll(rerenders, { message: 'the one that was left, the one that was met' }).toBe(2)

  await map.getByRole('application').focus()
  // Two key presses before the next render: both must count, and the map must keep handling keys.
  await page.evaluate(() => {
    for (let n = 0; n < 2; n += 1)
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: '+', bubbles: true }))
  })
  await expect(stops).toHaveCount(1)
  await expect(pins).toHaveCount(25)
  await page.keyboard.press('0')
  await expect(stops).toHaveCount(25)
})
