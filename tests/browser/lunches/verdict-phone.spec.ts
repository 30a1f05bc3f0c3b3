import { addDays, localDate } from '#kit/rules/time/zoned-time.ts'
import { newCampus, newRestaurant } from '../support/administration.ts'
import { markLunchDeparted } from '../support/database.ts'
import { expect, expectAccessible } from '../support/fixtures.ts'
import { startLunch, test, zone } from '../support/lunches.ts'

test('after one’s star the row says what the table gave, or with fewer than three others all staff, and goes on by itself', {
  tag: '@main',
}, async ({ page, server, admin, callsOf, newPerson, signIn }) => {
  await signIn({ firstName: 'Vera', lastName: 'Viewer' })
  const { code: campusCode } = await newCampus(admin)
  const alone = await newRestaurant(admin, { campusCode })
  const small = await newRestaurant(admin, { campusCode })
  const large = await newRestaurant(admin, { campusCode })
  const people = await Promise.all(
    ['Ana', 'Ben', 'Cleo', 'Dan', 'Eve'].map(firstName => newPerson({ firstName, lastName: 'Guest' })),
  )
  const guests = await Promise.all(people.map(callsOf))
  // Three lunches, with none, two and five others.
  for (const [place, count, minutesAgo] of [
    [alone, 0, 46],
    [small, 2, 166],
    [large, 5, 286],
  ] as const) {
    const { id } = await startLunch(page.request, { campusCode, restaurantIds: [place.id] })
    for (const guest of guests.slice(0, count)) await guest.post(`/api/lunches/${id}/people`, { data: {} })
    markLunchDeparted(server, id, minutesAgo)
    for (const [n, guest] of guests.slice(0, count).entries())
      await guest.post('/api/ratings', { data: { restaurantId: place.id, value: n === 0 ? 2 : 5 } })
  }

  await page.clock.install({ time: Date.now() })
  await page.goto(`/?campus=${campusCode}`)
  const question = page.getByRole('region', { name: 'How was it?' })
  const heading = page.getByRole('heading', { name: 'How was it?' })
  const rate = (stars: number) => question.getByRole('radio', { name: `${stars} star` })

  await expect(question).toContainText(large.name)
  await rate(4).tap()
  await expect(question).toContainText('You 4')
  await expect(question).toContainText('the table 4.4')
  const names = people.map(({ firstName }) => `${firstName} Guest`).join(', ')
  await expect(page.getByRole('status').filter({ hasText: `rated by ${names}` })).toBeAttached()
  const roomOfVerdict = async () => (await question.boundingBox())?.height
  expect(await roomOfVerdict(), 'no more room than Home has for the question').toBeLessThanOrEqual(80)
  await expectAccessible(page)
  await page.clock.runFor(4_100)

  await expect(heading, 'it goes on by itself').toBeVisible()
  await expect(question).toContainText(small.name)
  await rate(3).tap()
  await expect(question).toContainText('You 3')
  await expect(question, 'two others are too few').toContainText('all staff 3.3')
  await expect(question).not.toContainText('the table')
  expect(await roomOfVerdict()).toBeLessThanOrEqual(80)
  await page.clock.runFor(4_100)

  await expect(heading).toBeVisible()
  await expect(question).toContainText(alone.name)
  await rate(5).press('Space')
  await expect(question).toContainText('You 5')
  await expect(question).not.toContainText('all staff')
  await page.clock.runFor(10_000)
  await expect(question, 'not while it is focused').toContainText('You 5')
  await question.getByRole('button', { name: 'Again next week' }).press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Start a lunch' })
  await expect(sheet.getByRole('button', { name: `Remove ${alone.name}` })).toBeVisible()
  await expect(sheet.getByLabel('Day', { exact: true })).toHaveValue(addDays(localDate(new Date(), zone), 6))

  await page.goto('/profile?tab=visits')
  const line = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await expect(line(large.name).getByText('Lunch · table 4.4', { exact: true })).toBeVisible()
  await expect(line(large.name).getByRole('button', { name: /^4 stars/ })).toBeVisible()
  for (const place of [small, alone]) await expect(line(place.name)).not.toContainText('table')
})
