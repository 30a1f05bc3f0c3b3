import { newRestaurant } from '../support/administration.ts'
import { expect, test } from '../support/fixtures.ts'

test('branches of a chain are told apart wherever they are listed, by their buttons too', async ({
  page,
  admin,
  signIn,
}) => {
  const branch = (address: string) => newRestaurant(admin, { name: 'Wendy’s', address })
  const places = [await branch('7 Oak St, Arden, NC 28704'), await branch('9 Elm St, Arden, NC 28704')]
  await signIn({ role: 'super-user' })
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
    .filter({ has: page.getByRole('button', { name: /^More about the visit to Wendy’s \(Elm St\)/ }) })
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
  const edit = page.getByRole('button', { name: /^Edit .*’s rating of Wendy’s \(Oak St\)$/ })
  const row = page.getByRole('row').filter({ has: edit })
  await expect(row.getByRole('cell').filter({ hasText: 'Wendy’s (Oak St)' })).toBeVisible()
  await page.goto(`/admin?section=ratings&restaurantId=${elm?.id}`)
  await expect(page.getByRole('combobox', { name: 'Restaurant', exact: true })).toHaveValue(
    'Wendy’s (Elm St)',
  )
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

test('branches are told apart on the map, by the pick, among messages and in the overview', async ({
  page,
  admin,
  signIn,
}) => {
  const position = { latitude: 35.47, longitude: -82.52, campusCode: 'arden' }
  const name = 'Taco Sample'
  const elm = await newRestaurant(admin, { ...position, name, address: '9 Elm St, Arden, NC 28704' })
  const oak = await newRestaurant(admin, { ...position, name, address: '7 Oak St, Arden, NC 28704' })
  await signIn({ role: 'super-user' })
  await page.goto('/?campus=arden&q=taco+sample&view=map')
  const pin = page.getByRole('button', { name: /^2 restaurants: Taco Sample \(.*, Taco Sample \(/ })
  await pin.click()
  await expect(page.getByRole('link', { name: 'Taco Sample (Oak St)', exact: true })).toBeVisible()

  await page.goto(`/?campus=arden&q=taco+sample&pick=${elm.id}`)
  await expect(page.getByRole('dialog', { name: 'Random Pick: Taco Sample (Elm St)' })).toBeVisible()

  const sent: number[] = []
  for (const { id } of [elm, oak]) {
    const data = { kind: 'mistake', restaurantId: id, text: 'It has moved.' }
    const reply = await page.request.post('/api/suggestions', { data })
    expect(reply.status()).toBe(201)
    sent.push((await reply.json()).id)
  }
  await page.goto('/profile?tab=requests')
  await expect(page.getByRole('link', { name: 'Taco Sample (Oak St)' })).toBeVisible()
  await page.goto('/admin?section=inbox')
  await expect(page.getByRole('button', { name: 'Open Taco Sample (Elm St)', exact: true })).toBeVisible()
  await page.goto('/admin?section=overview')
  const newcomers = page.getByRole('region', { name: 'Newcomers' })
  for (const street of ['Oak St', 'Elm St'])
    await expect(newcomers.getByRole('link', { name: `Taco Sample (${street})` })).toBeVisible()

  // Other journeys of this server count what is open.
  for (const id of sent) {
    const reply = await admin.patch(`/api/admin/suggestions/${id}`, { data: { state: 'done' } })
    expect(reply.ok(), await reply.text()).toBe(true)
  }
})
