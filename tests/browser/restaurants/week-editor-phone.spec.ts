import { button, newRestaurant, openSection, toast } from '../support/administration.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'

test('opening times are parsed while typing, and the week editor writes them back as text', async ({
  page,
  admin,
  signIn,
}) => {
  await signIn({ role: 'admin' })
  const { id, name } = await newRestaurant(admin)
  await openSection(page, 'restaurants', name)
  await button(page, `Edit ${name}`).click()
  const form = page.getByRole('dialog', { name: 'Edit Restaurant Details' })
  const hours = form.getByLabel('Hours', { exact: true })
  const week = form.getByRole('group', { name: 'Opening times' })
  await hours.fill('Mon-Fri 11-2:30, 5-9')
  await expect(week).toContainText(
    'Read from the text: Mon-Fri 11 AM - 2:30 PM & 5 PM - 9 PM; Sat-Sun closed',
  )
  await expect(week.getByLabel('Monday until').first()).toHaveValue('14:30')
  await hours.fill('Seasonal')
  await expect(week).toContainText('isn’t recognized as opening times')

  await hours.fill('')
  await expect(week).toContainText('Not known')
  await week.getByRole('button', { name: 'Fill in the week' }).click()
  await week.getByRole('button', { name: 'Open on Tuesday' }).click()
  await week.getByLabel('Tuesday from').fill('07:00')
  await week.getByLabel('Tuesday until').fill('14:00')
  await expect(hours).toHaveValue('Mon closed; Tue 7 AM - 2 PM; Wed-Sun closed')
  await week.getByRole('button', { name: 'Add another time on Tuesday' }).click()
  await week.getByRole('button', { name: 'Copy Tuesday to every day' }).click()
  await expect(hours).toHaveValue('Daily 7 AM - 2 PM & 5 PM - 9 PM')
  await week.getByRole('button', { name: 'Remove Sunday 17:00' }).click()
  await expect(hours).toHaveValue('Mon-Sat 7 AM - 2 PM & 5 PM - 9 PM; Sun 7 AM - 2 PM')

  await week.getByLabel('Monday until').first().fill('18:00')
  await button(form, 'Save Restaurant').click()
  await expect(week, 'what is wrong is led to').toBeFocused()
  await expect(week).toHaveAccessibleDescription(/must not overlap$/)
  await expectAccessible(page)
  await week.getByLabel('Monday until').first().fill('15:00')
  await form.getByRole('checkbox', { name: 'Halal' }).check()
  await button(form, 'Save Restaurant').click()
  await expect(toast(page, 'Restaurant updated')).toBeVisible()
  expect(await (await page.request.get(`/api/restaurants/${id}`)).json()).toMatchObject({
    diets: ['halal'],
    hours: 'Mon 7 AM - 3 PM & 5 PM - 9 PM; Tue-Sat 7 AM - 2 PM & 5 PM - 9 PM; Sun 7 AM - 2 PM',
  })
})
