import type { Locator } from '@playwright/test'
import { expect, expectAccessible } from '../support/fixtures.ts'
import { anotherScreen, lunchOf, startLunch, test } from '../support/lunches.ts'
import { restaurantsNear } from '../support/restaurants.ts'

test('a tap beside the places that lead opens the lunch, where everybody can read who voted for what', async ({
  page,
  callsOf,
  newPerson,
  hosting: { host, hosts },
}) => {
  const [one, two, three] = await restaurantsNear(page, 'arden')
  const lunch = await startLunch(hosts.request, { restaurantIds: [one?.id, two?.id, three?.id] })
  const vote = { data: { restaurantIds: [one?.id] } }
  await hosts.request.put(`/api/lunches/${lunch.id}/votes`, vote)
  for (const firstName of ['Ana', 'Ben', 'Cleo', 'Dan']) {
    const voter = await callsOf(await newPerson({ firstName, lastName: 'Voter' }))
    await voter.put(`/api/lunches/${lunch.id}/votes`, vote)
  }

  await page.goto('/?campus=arden')
  await expect(
    lunchOf(page, host).getByRole('button', { name: new RegExp(`^${one?.name}.*, 5 votes\\b`) }),
  ).toBeVisible()
  await lunchOf(page, host).getByRole('button', { name: '1 more place' }).tap()
  const dialog = page.getByRole('dialog', { name: /^Lunch at/ })
  const votes = dialog.getByRole('region', { name: /^Vote/ }).getByRole('listitem')
  const names = 'Hazel Host, Ana Voter, Ben Voter, Cleo Voter, Dan Voter'
  await expect(votes.filter({ hasText: one?.name ?? '' }).getByText('5 votes')).toBeVisible()
  await expect(votes.filter({ hasText: one?.name ?? '' }).getByText(names)).toBeVisible()
  await expect(
    votes
      .filter({ hasText: two?.name ?? '' })
      .getByText('0 votes')
      .last(),
  ).toBeVisible()
  await expect(dialog.getByText('5 people are in'), 'the tap has neither voted nor joined').toBeVisible()
  await page.goBack()
  await lunchOf(page, host).getByRole('button', { name: /^In:/ }).press('Enter')
  await expect(dialog).toBeVisible()
})

test('a host closes the vote with a choice among all places, and takes it back', {
  tag: '@main',
}, async ({ page, browser, server, callsOf, ana, ben, signIn }) => {
  await signIn({ firstName: 'Hazel', lastName: 'Host' })
  const [one, two, three] = await restaurantsNear(page, 'arden')
  const lunch = await startLunch(page.request, { restaurantIds: [one?.id, two?.id, three?.id] })
  const anas = await anotherScreen(browser, server, ana)
  for (const calls of [anas.request, await callsOf(ben)])
    await calls.put(`/api/lunches/${lunch.id}/votes`, { data: { restaurantIds: [one?.id] } })

  await page.goto(`/?campus=arden&lunch=${lunch.id}`)
  const dialog = page.getByRole('dialog', { name: /^Lunch at/ })
  const close = dialog.getByRole('button', { name: 'Close the vote now' })
  const reopen = dialog.getByRole('button', { name: 'Open the vote again' })
  const question = page.getByRole('alertdialog', { name: 'Close the vote now?' })
  await expect(dialog.getByText('Tick every place you’d go to')).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Choose/ }), 'no row ends the vote').toHaveCount(0)
  await close.tap()
  await expect(question).toContainText(`${one?.name} leads with 2 of 3.`)
  await expect(question.getByRole('radio', { checked: true })).toHaveAccessibleName(`${one?.name} 2 of 3`)
  await expect(question.getByRole('radio')).toHaveCount(3)
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Keep voting' }).tap()
  await expect(close).toBeFocused()

  await close.tap()
  await question.getByRole('radio', { name: two?.name }).tap()
  await question.getByRole('button', { name: `Go to ${two?.name}` }).tap()
  await expect(dialog.getByRole('region', { name: 'Place' })).toContainText('Host’s choice')
  await expect(reopen, 'the focus stays').toBeFocused()
  await expect(anas.getByText(`${two?.name} it is`, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Take it back' }).tap()
  await expect(anas.getByText('The vote is open again', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('button', { name: new RegExp(`^${one?.name}`) }), 'as it was').toContainText(
    '2 votes',
  )

  await close.tap()
  await question.getByRole('button', { name: `Go to ${one?.name}` }).tap()
  await expect(dialog.getByRole('region', { name: 'Place' })).toContainText('Won the vote')
  await expect(reopen).toBeVisible()
  await anas.request.delete(`/api/lunches/${lunch.id}/people`)
  await expect(reopen, 'somebody has left for it').toBeHidden()
  await anas.context().close()
})

test('the vote that joins says so with what was voted for, and no toast covers the row that was pressed', async ({
  page,
  hosting: { hosts },
}) => {
  const places = (await restaurantsNear(page, 'arden')).slice(0, 8)
  const lunch = await startLunch(hosts.request, { restaurantIds: places.map(({ id }) => id) })
  await page.goto(`/?campus=arden&lunch=${lunch.id}`)
  const rows = page.getByRole('region', { name: /^Vote/ }).locator('button[aria-pressed]')
  const toast = page.locator('.toasts > *')
  /** While a toast is there: it stays for a few seconds. */
  const expectUncovered = (row: Locator, message?: string) =>
    expect
      .poll(async () => {
        const [one, other] = [await row.boundingBox(), await toast.boundingBox()]
        return one && other && one.y < other.y + other.height && other.y < one.y + one.height
      }, message)
      .toBe(false)
  await rows.first().tap()
  await expectUncovered(rows.first())
  await expect(toast).toContainText('You’re in')
  await expect(toast).toContainText(`Your vote: ${places[0]?.name}`)
  for (const height of [844, 640]) {
    await page.setViewportSize({ width: height === 640 ? 320 : 390, height })
    for (let row = 1; row < 8; row += 1) {
      await rows.nth(row).tap()
      await expectUncovered(rows.nth(row), `row ${row} at ${height}`)
      await expect(toast).toContainText('Vote saved')
      await toast.getByRole('button', { name: 'Dismiss' }).tap()
      await expect(toast).toHaveCount(0)
    }
  }
})
