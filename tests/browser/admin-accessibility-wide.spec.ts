import { button, csvFile, newRating, newRestaurant, openSection, unique } from './administration.ts'
import { expect, expectAccessible, mainIf, test } from './fixtures.ts'

const sections = [
  'users',
  'restaurants',
  'ratings',
  'import',
  'departments',
  'campuses',
  'audit-log',
  'trash',
] as const

test.describe('accessible sections', () => {
  for (const section of sections) {
    test(section, mainIf(section === 'restaurants'), async ({ page, admin, newPerson, signInAs }) => {
      const person = await newPerson({ role: 'super-user', lastName: unique('Section') })
      const { id: restaurantId } = await newRestaurant(admin, { address: person.lastName })
      await newRating(admin, { userId: person.id, restaurantId, value: 3 })
      const { id: deleted } = await newRestaurant(admin, { address: person.lastName })
      expect((await admin.delete(`/api/admin/restaurants/${deleted}`)).status()).toBe(204)
      await signInAs(person)
      // A short list is checked faster.
      const isLong = !['import', 'departments', 'campuses'].includes(section)
      await openSection(page, section, isLong ? person.lastName : undefined)
      if (section !== 'import') await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\d/)
      await expectAccessible(page)
    })
  }
})

test('Full Data Assist is accessible', async ({ page, signIn }) => {
  await signIn({ role: 'super-user' })
  await page.goto('/full-data-assist')
  await expect(page.getByRole('heading', { name: 'Please select a user first.' })).toBeVisible()
  await expectAccessible(page)
})

test.describe('accessible dialogs', () => {
  for (const [name, address] of [
    ['Add New Restaurant', 'section=restaurants&add=restaurant'],
    ['Edit Restaurant Details', 'section=restaurants&edit=RESTAURANT'],
    ['Edit Team Ratings', 'section=restaurants&team=RESTAURANT'],
    ['Add User', 'section=users&add=user'],
    ['Edit User', 'section=users&edit=USER'],
    ['Create Rating', 'section=ratings&add=rating'],
    ['Edit Rating', 'section=ratings&edit=RATING'],
    ['Import Ratings', 'section=ratings&import=ratings'],
    ['Add Department', 'section=departments&add=department'],
    ['Add Campus', 'section=campuses&add=campus'],
  ] as const) {
    test(name, async ({ page, admin, newPerson, signInAs }) => {
      const person = await newPerson({ role: 'super-user', lastName: unique('Dialog') })
      const restaurant = await newRestaurant(admin, { address: person.lastName })
      const rating = await newRating(admin, { userId: person.id, restaurantId: restaurant.id, value: 3 })
      await signInAs(person)
      const search = address
        .replace('RESTAURANT', String(restaurant.id))
        .replace('USER', String(person.id))
        .replace('RATING', String(rating.id))
      await page.goto(`/admin?${search}&q=${person.lastName}`)
      await expect(page.getByRole('dialog', { name })).toBeVisible()
      await expectAccessible(page)
    })
  }
})

test('a rejected form, a confirmation dialog, a bulk deletion and a preview are accessible', async ({
  page,
  admin,
  signIn,
}) => {
  const { name } = await newRestaurant(admin)
  await signIn({ role: 'admin' })
  await openSection(page, 'restaurants', name)
  await button(page, 'Add Restaurant').click()
  await button(page, 'Save Restaurant').click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await button(page, `Delete ${name}`).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: `Select ${name}` }).press('Space')
  await button(page, 'Delete selected').click()
  await expect(page.getByRole('alertdialog', { name: 'Bulk Delete Restaurants' })).toBeVisible()
  await expectAccessible(page)
  await openSection(page, 'import')
  await page.getByRole('tab', { name: 'CSV File Import' }).click()
  await page
    .getByLabel('CSV file', { exact: true })
    .setInputFiles(csvFile('name,address,category,phone,website\nAnn,1 Street,,,\n,2 Street,,,\n'))
  await page.getByLabel('Campus', { exact: true }).selectOption({ label: 'Arden' })
  await button(page, 'Preview').click()
  await expect(page.getByRole('radiogroup', { name: 'Which rows' })).toBeVisible()
  await expectAccessible(page)
})
