import type { Page } from '@playwright/test'
import { newRestaurant } from '../support/administration.ts'
import { expect, test } from '../support/fixtures.ts'

/* Two branches of a chain are told apart by their streets; how is in kit/rules/texts/place-names.test.ts. */

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

test('branches of a chain are told apart by the buttons and messages of Home', async ({
  page,
  admin,
  signIn,
}) => {
  const branch = (address: string) => newRestaurant(admin, { name: 'Wendy’s', address })
  const oak = await branch('7 Oak St, Arden, NC 28704')
  await branch('9 Elm St, Arden, NC 28704')
  await signIn()
  await page.goto('/?campus=arden&q=wendys')
  await expect(button(page, 'Start a lunch at Wendy’s (Oak St)')).toBeVisible()
  await button(page, 'Add Wendy’s (Elm St) to favorites').click()
  await expect(button(page, 'Remove Wendy’s (Elm St) from favorites')).toBeVisible()
  for (const [street, action, message] of [
    ['Oak St', 'We ate here', 'You ate at Wendy’s (Oak St) today.'],
    ['Elm St', 'Not for me', 'Wendy’s (Elm St) is hidden'],
  ] as const) {
    await button(page, `More about Wendy’s (${street})`).click()
    await page.getByRole('menuitem', { name: action }).click()
    await expect(page.getByText(message, { exact: true })).toBeVisible()
  }
  await page.goto(`/?campus=arden&q=wendys&rate=${oak.id}`)
  const rating = page.getByRole('dialog', { name: 'Rate This Restaurant' })
  await expect(rating).toContainText('Wendy’s (Oak St)')
  await rating.getByRole('radio', { name: '4 stars' }).click({ force: true })
  await rating.getByRole('button', { name: 'Submit Rating' }).click()
  await expect(page.getByText('You rated Wendy’s (Oak St) with 4 stars!', { exact: true })).toBeVisible()
})

test('branches are told apart wherever they are listed, on the map, by the pick and in the trash', async ({
  page,
  admin,
  signIn,
}) => {
  const position = { latitude: 35.47, longitude: -82.52, campusCode: 'arden' }
  const branch = (address: string) => newRestaurant(admin, { ...position, name: 'Taco Sample', address })
  const [elm, oak] = [await branch('9 Elm St, Arden, NC 28704'), await branch('7 Oak St, Arden, NC 28704')]
  await signIn({ role: 'super-user' })
  const send = async (path: string, data: object): Promise<number> => {
    const reply = await page.request.post(`/api/${path}`, { data })
    expect(reply.ok(), await reply.text()).toBe(true)
    return (await reply.json()).id
  }
  const messages: number[] = []
  const ratings: number[] = []
  for (const { id: restaurantId } of [elm, oak]) {
    await send('visits', { restaurantId })
    ratings.push(await send('ratings', { restaurantId, value: 4 }))
    messages.push(await send('suggestions', { kind: 'mistake', restaurantId, text: 'It has moved.' }))
  }
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  for (const [address, named] of [
    ['/profile?tab=visits', button(page, /^More about the visit to Taco Sample \(Elm St\)/)],
    ['/profile?tab=ratings', button(page, 'Edit Your Rating of Taco Sample (Oak St)')],
    ['/profile?tab=requests', link('Taco Sample (Oak St)')],
    ['/admin?section=ratings&q=taco+s', button(page, /^Edit .*’s rating of Taco Sample \(Oak St\)$/)],
    ['/admin?section=restaurants&q=taco+s', button(page, 'Edit Taco Sample (Oak St)')],
    ['/admin?section=inbox', button(page, 'Open Taco Sample (Elm St)')],
    ['/admin?section=overview', link('Taco Sample (Elm St)')],
    ['/?campus=arden&q=taco+s&view=map', button(page, /^2 restaurants: Taco Sample \(.*, Taco Sample \(/)],
    [`/?campus=arden&q=taco+s&pick=${elm.id}`, page.getByRole('dialog', { name: /Taco Sample \(Elm St\)$/ })],
  ] as const) {
    await page.goto(address)
    await expect(named.first(), address).toBeVisible()
  }
  await page.goto(`/admin?section=ratings&restaurantId=${elm.id}`)
  const filter = page.getByRole('combobox', { name: 'Restaurant', exact: true })
  await expect(filter).toHaveValue('Taco Sample (Elm St)')

  // Other journeys of this server count what is open.
  for (const id of messages)
    expect((await admin.patch(`/api/admin/suggestions/${id}`, { data: { state: 'done' } })).ok()).toBe(true)
  for (const path of [`ratings/${ratings[0]}`, `restaurants/${elm.id}`, `ratings/${ratings[1]}`])
    expect((await admin.delete(`/api/admin/${path}`)).ok(), path).toBe(true)
  await page.goto('/admin?section=trash&q=taco+s&kind=rating')
  for (const street of ['Oak St', 'Elm St'])
    await expect(button(page, `Delete Taco Sample (${street}) for good`)).toBeVisible()
})
