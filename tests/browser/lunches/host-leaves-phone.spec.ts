import { expect, expectAccessible } from '../support/fixtures.ts'
import { lunchOf, startLunch, test } from '../support/lunches.ts'
import { restaurantsNear } from '../support/restaurants.ts'

test('a host who leaves is told who takes over, and takes it back with the votes', async ({
  page,
  hosting: { hosts, host },
}) => {
  const [one, two] = await restaurantsNear(page, 'arden')
  const lunch = await startLunch(hosts.request, { restaurantIds: [one?.id, two?.id] })
  await hosts.request.put(`/api/lunches/${lunch.id}/votes`, { data: { restaurantIds: [two?.id] } })
  await page.goto(`/?campus=arden&lunch=${lunch.id}`)
  const own = page.getByRole('dialog')
  await own.getByRole('button', { name: /^I’m in/ }).click()
  const isHost = own.getByRole('heading', { name: 'You’re the host' })
  await expect(own.getByRole('button', { name: /^I’m out/ })).toBeVisible()
  await expect(isHost).toBeHidden()

  await hosts.goto('/?campus=arden')
  await lunchOf(hosts, host)
    .getByRole('button', { name: /^I’m out/ })
    .click()
  await expect(hosts.getByText('Vera Viewer is the host now', { exact: true })).toBeVisible()
  await expect(page.getByText('You’re the host now', { exact: true })).toBeVisible()
  await expect(isHost).toBeVisible()

  await hosts.getByRole('button', { name: 'Undo' }).click()
  await expect(hosts.getByText('You’re the host again', { exact: true })).toBeVisible()
  await expect(page.getByText('Hazel Host is the host again', { exact: true })).toBeVisible()
  await expect(isHost).toBeHidden()
  await expectAccessible(hosts)
  const { options } = await (await page.request.get(`/api/lunches/${lunch.id}`)).json()
  expect(
    options.map(({ voters }: { voters: { firstName: string }[] }) => voters.map(voter => voter.firstName)),
  ).toEqual([[], ['Hazel']])
})

test('who takes it back too late, as the next host has left too, is only in', async ({
  page,
  admin,
  hosting: { hosts, host },
}) => {
  const [one] = await restaurantsNear(page, 'arden')
  const lunch = await startLunch(hosts.request, { restaurantIds: [one?.id] })
  for (const who of [page.request, admin]) await who.post(`/api/lunches/${lunch.id}/people`, { data: {} })
  await hosts.goto('/?campus=arden')
  await lunchOf(hosts, host)
    .getByRole('button', { name: /^I’m out/ })
    .click()
  await expect(hosts.getByText('Vera Viewer is the host now', { exact: true })).toBeVisible()
  await page.request.delete(`/api/lunches/${lunch.id}/people`)
  await hosts.getByRole('button', { name: 'Undo' }).click()
  await expect(hosts.locator('ol.toasts').getByText('You’re in', { exact: true })).toBeVisible()
  await expect(hosts.getByText('Primary Admin is the host now', { exact: true })).toBeVisible()
})
