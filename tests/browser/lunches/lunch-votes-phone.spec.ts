import { expect, expectAccessible } from '../support/fixtures.ts'
import { anotherScreen, lunchOf, startLunch, test } from '../support/lunches.ts'
import { restaurantsNear } from '../support/restaurants.ts'

test('a tap beside the places that lead opens the lunch, where everybody can read who voted for what', async ({
  page,
  browser,
  server,
  newPerson,
  hosting: { host, hosts },
}) => {
  const [one, two, three] = await restaurantsNear(page, 'arden')
  const lunch = await startLunch(hosts.request, { restaurantIds: [one?.id, two?.id, three?.id] })
  const voters = [host]
  for (const firstName of ['Ana', 'Ben', 'Cleo', 'Dan'])
    voters.push(await newPerson({ firstName, lastName: 'Voter' }))
  for (const voter of voters) {
    const screen = await anotherScreen(browser, server, voter, { path: '/login' })
    const body = { data: { restaurantIds: [one?.id] } }
    expect((await screen.request.put(`/api/lunches/${lunch.id}/votes`, body)).status()).toBe(200)
    await screen.context().close()
  }

  await page.goto('/?campus=arden')
  await expect(
    lunchOf(page, host).getByRole('button', { name: new RegExp(`^${one?.name}.*, 5 votes\\b`) }),
  ).toBeVisible()
  await lunchOf(page, host).getByRole('button', { name: '1 more place' }).tap()
  const dialog = page.getByRole('dialog', { name: /^Lunch at/ })
  const votes = dialog.getByRole('region', { name: /^Vote/ }).getByRole('listitem')
  const names = 'Hazel Host, Ana Voter, Ben Voter, Cleo Voter, Dan Voter'
  await expect(votes.filter({ hasText: one?.name ?? '' }).getByText(`5 votes: ${names}`)).toBeVisible()
  await expect(
    votes
      .filter({ hasText: two?.name ?? '' })
      .getByText('0 votes')
      .last(),
  ).toBeVisible()
  const { people } = await (await page.request.get(`/api/lunches/${lunch.id}`)).json()
  expect(people, 'the tap has neither voted nor joined').toHaveLength(5)
  await expectAccessible(page)
  await page.goBack()
  await lunchOf(page, host).getByRole('button', { name: /^In:/ }).press('Enter')
  await expect(dialog).toBeVisible()
})
