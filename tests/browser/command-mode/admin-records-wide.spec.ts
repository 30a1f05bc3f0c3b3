import {
  button,
  downloadBy,
  entryOf,
  newRating,
  newRestaurant,
  openSection,
  toast,
  unique,
} from '../support/administration.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'

test('deleted items wait in the trash, can be restored one by one or together, or deleted for good', {
  tag: '@main',
}, async ({ page, admin, newPerson, signIn }) => {
  await signIn({ role: 'super-user' })
  const words = unique('Crumb Court')
  const made = (name: string) => newRestaurant(admin, { name: `${name} ${words}` })
  const kept = await made('Kept')
  const lost = await made('Lost')
  const rated = await made('Rated')
  const taken = await made('Taken')
  const { id: userId } = await newPerson()
  await newRating(admin, { userId, restaurantId: kept.id, value: 4 })
  const rating = await newRating(admin, { userId, restaurantId: rated.id, value: 4 })
  for (const { id } of [kept, lost, taken])
    expect((await admin.delete(`/api/admin/restaurants/${id}`)).status()).toBe(204)
  expect((await admin.delete(`/api/admin/ratings/${rating.id}`)).status()).toBe(204)

  await openSection(page, 'trash', words)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Trash4 deleted items')
  await expect(entryOf(page, kept.name)).toContainText('with 1 rating')
  await button(page, `Restore ${kept.name}`).click()
  await expect(toast(page, `${kept.name} restored`)).toBeVisible()
  await expect(heading).toHaveText('Trash3 deleted items')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await expect(page.getByText('3 selected')).toBeVisible()
  await expectAccessible(page)

  await button(page, `Delete ${lost.name} for good`).click()
  const question = page.getByRole('alertdialog', { name: `Delete ${lost.name} for good?` })
  await button(question, 'Delete for good').click()
  await expect(toast(page, 'Deleted for good')).toBeVisible()
  await expect(page.getByText('2 selected')).toBeVisible()

  // A colleague has restored one of those that are selected.
  const byColleague = { data: { kind: 'rating', ids: [rating.id] } }
  expect((await admin.post('/api/admin/trash/restore', byColleague)).status()).toBe(200)
  await button(page, 'Restore selected').click()
  const left = page.getByRole('dialog', { name: '1 could not be restored' })
  await expect(left).toContainText('1 item was restored, but not these:')
  await expect(left).toContainText(/Rated .*It is no longer in the trash/s)
  expect((await admin.get(`/api/restaurants/${taken.id}`)).status()).toBe(200)
  await button(left, 'Close').last().click()
  await expect(page.getByRole('heading', { name: 'No deleted items found' })).toBeVisible()
})

test('the audit log shows who changed what, and can be filtered and exported', async ({ page, signIn }) => {
  const person = await signIn({ role: 'super-user', lastName: unique('Writer') })
  const { id, name } = await newRestaurant(page.request)
  await page.request.patch(`/api/restaurants/${id}`, { data: { hours: 'Noon to 1 PM' } })

  await openSection(page, 'audit-log', name)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Audit Log2 entries')
  await page.getByLabel('Action', { exact: true }).selectOption({ label: 'Restaurant updated' })
  await expect(heading).toHaveText('Audit Log1 entry')
  const entry = entryOf(page, 'Noon to 1 PM')
  await expect(entry).toContainText(`Robin ${person.lastName}`)
  await entry.getByRole('button').click()
  const details = page.getByRole('dialog', { name: 'Restaurant updated' })
  await expect(details.getByRole('row').filter({ hasText: 'Hours' })).toContainText(
    /11 AM - 3 PM\s*Noon to 1 PM/,
  )
  await expect(details).toContainText(person.email)
  await page.goBack()
  await expect(details).toBeHidden()

  const { name: file, text } = await downloadBy(page, 'Export')
  expect(file).toMatch(/^audit-log-export-/)
  expect(text.trim().split('\r\n')).toHaveLength(2)
  expect(text).toContain('RESTAURANT_UPDATED')

  await page.getByLabel('From').fill('2200-01-01')
  await expect(page.getByRole('heading', { name: 'No entries found' })).toBeVisible()
  await button(page, 'Show all entries').click()
  await expect(page.getByLabel('From')).toHaveValue('')
})
