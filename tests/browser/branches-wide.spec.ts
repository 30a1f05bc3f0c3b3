import { expect, test } from './fixtures.ts'

test('branches of a chain are told apart wherever they are listed, by their buttons too', {
  tag: '@nightly',
}, async ({ page, newPerson, signInAs, admin }) => {
  const add = async (address: string) => {
    const place = {
      name: 'Wendy’s',
      address,
      campusCode: 'arden',
      price: '$',
      hours: '11 AM - 3 PM',
      distance: 1,
      travelTime: 5,
    }
    const response = await admin.post('/api/restaurants', { data: place })
    expect(response.status(), await response.text()).toBe(201)
    return (await response.json()) as { id: number }
  }
  const places = [await add('7 Oak St, Arden, NC 28704'), await add('9 Elm St, Arden, NC 28704')]
  await signInAs(await newPerson({ role: 'super-user' }))
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  await page.goto('/?campus=arden&q=wendys')
  for (const street of ['Oak St', 'Elm St'])
    await expect(button(`Start a lunch at Wendy’s (${street})`)).toBeVisible()
  await button('Add Wendy’s (Elm St) to favorites').click()
  await expect(button('Remove Wendy’s (Elm St) from favorites')).toBeVisible()
  for (const [street, action, message] of [
    ['Oak St', 'We ate here', 'You ate at Wendy’s (Oak St) today.'],
    ['Elm St', 'We ate here', 'You ate at Wendy’s (Elm St) today.'],
    ['Elm St', 'Not for me', 'Wendy’s (Elm St) is hidden'],
  ] as const) {
    await button(`More about Wendy’s (${street})`).click()
    await page.getByRole('menuitem', { name: action }).click()
    await expect(page.getByText(message, { exact: true })).toBeVisible()
  }

  await page.goto('/profile?tab=visits')
  const visit = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^Remove the visit to Wendy’s \(Elm St\)/ }) })
  await expect(visit).toContainText('Elm St')

  const [oak, elm] = places
  await page.goto(`/?campus=arden&q=wendys&rate=${oak?.id}`)
  const rating = page.getByRole('dialog', { name: 'Rate This Restaurant' })
  await expect(rating).toContainText('Wendy’s (Oak St)')
  await rating.getByRole('radio', { name: '4 stars' }).click({ force: true })
  await rating.getByRole('button', { name: 'Submit Rating' }).click()
  await expect(page.getByText('You rated Wendy’s (Oak St) with 4 stars!', { exact: true })).toBeVisible()
  const other = await page.request.post('/api/ratings', { data: { restaurantId: elm?.id, value: 4 } })
  const rated = (await other.json()) as { id: number }
  await page.goto('/profile?tab=ratings')
  await expect(button('Edit Your Rating of Wendy’s (Oak St)')).toBeVisible()
  await page.goto('/admin?section=ratings&q=wendys')
  await expect(page.getByRole('button', { name: /^Edit .*’s rating of Wendy’s \(Oak St\)$/ })).toBeVisible()
  expect((await page.request.delete(`/api/admin/ratings/${rated.id}`)).ok()).toBe(true)
  await page.goto('/admin?section=restaurants&q=wendys')
  await expect(button('Edit Wendy’s (Oak St)')).toBeVisible()
  await button('Delete Wendy’s (Elm St)').click()
  const question = page.getByRole('alertdialog', { name: 'Delete Wendy’s (Elm St)?' })
  await question.getByRole('button', { name: 'Delete restaurant' }).click()
  await expect(question).toHaveCount(0)

  await page.goto('/admin?section=ratings&q=wendys')
  await page.getByRole('button', { name: /^Delete .*’s rating of Wendy’s/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete rating' }).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await page.goto('/admin?section=trash&q=wendys&kind=rating')
  for (const street of ['Oak St', 'Elm St'])
    await expect(button(`Delete Wendy’s (${street}) for good`)).toBeVisible()
})
