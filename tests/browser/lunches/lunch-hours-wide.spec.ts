import type { Request } from '@playwright/test'
import { expect, setVisibility } from '../support/fixtures.ts'
import { lunchOf, startLunch, test } from '../support/lunches.ts'
import { disconnect, restaurantsNear } from '../support/restaurants.ts'

/* Pages that stay open for hours. */

test('at midnight, the day’s lunches disappear from an untouched page', async ({ page, server, signIn }) => {
  const nia = await signIn({ firstName: 'Nia', lastName: 'Nettle' })
  await startLunch(page.request)
  await page.clock.install()
  await page.goto('/?campus=arden')
  await expect(lunchOf(page, nia)).toBeVisible()
  // Otherwise the server would correct the page's clock.
  await disconnect(page, server)
  await page.clock.fastForward('01:00:00')
  await expect(lunchOf(page, nia)).toContainText('Has left')
  await page.clock.fastForward('14:00:00')
  await expect(lunchOf(page, nia)).toBeHidden()
})

test('a hidden tab closes its event stream, and catches up when it is visible again, also after the device slept', async ({
  page,
  signIn,
}) => {
  const mia = await signIn({ firstName: 'Mia', lastName: 'Moss' })
  await page.clock.install()
  const isStream = (request: Request) => request.url().endsWith('/api/lunches/events')
  const opened = () => page.waitForRequest(isStream)
  const closed = () => page.waitForEvent('requestfailed', isStream)
  const first = opened()
  await page.goto('/?campus=arden')
  await first
  const lunch = await startLunch(page.request)
  await expect(lunchOf(page, mia)).toBeVisible()

  const left = closed()
  await setVisibility(page, 'hidden')
  await page.clock.runFor(5 * 60_000)
  await left
  await page.request.patch(`/api/lunches/${lunch.id}`, { data: { meetingPoint: 'the back door' } })
  const again = opened()
  await setVisibility(page, 'visible')
  await again
  await expect(lunchOf(page, mia)).toContainText('the back door')

  // Asleep, it had no time to close the stream.
  await setVisibility(page, 'hidden')
  await page.clock.setSystemTime(Date.now() + 60 * 60_000)
  const reopened = Promise.all([closed(), opened()])
  await setVisibility(page, 'visible')
  await reopened
})

test('a form left open past midnight starts its lunch on the day that it shows', async ({
  page,
  server,
  signIn,
}) => {
  await signIn({ firstName: 'Nat' })
  const [place] = await restaurantsNear(page, 'arden')
  await page.clock.install()
  await page.goto(`/?campus=arden&start=${place?.id}`)
  const sheet = page.getByRole('dialog', { name: 'Start a lunch' })
  const day = sheet.getByLabel('Day', { exact: true })
  await expect(day).toBeVisible()
  const [today, tomorrow] = await day
    .getByRole('option')
    .evaluateAll(all => all.map(one => one.getAttribute('value')))
  await sheet.getByLabel('Note').fill('stood open')
  // Otherwise the server would correct the page's clock.
  await disconnect(page, server)
  await page.clock.fastForward('24:00:00')
  await expect(day).toHaveValue(tomorrow ?? '')
  await expect(day.getByRole('option').first()).toHaveAttribute('value', tomorrow ?? '')
  await expect(day.getByRole('option', { selected: true })).toHaveText('Today')
  expect(today).not.toBe(tomorrow)
  const sent = page.waitForRequest(
    request => request.url().endsWith('/api/lunches') && request.method() === 'POST',
  )
  await sheet.getByRole('button', { name: 'Start lunch' }).click()
  const { leavesAt, note } = (await sent).postDataJSON()
  expect(Date.parse(leavesAt)).toBeGreaterThan(await page.evaluate(() => Date.now()))
  expect(note).toBe('stood open')
})
