import { expect } from '../support/fixtures.ts'
import { inMinutes, lunchOf, test } from '../support/lunches.ts'
import { restaurantsNear } from '../support/restaurants.ts'

test('while somebody looks through the strip it stays, and shows a new, earlier lunch afterwards', async ({
  page,
  signIn,
  startLunchOf,
}) => {
  await signIn()
  const [place] = await restaurantsNear(page, 'brevard')
  const startAs = (firstName: string, minutes: number) =>
    startLunchOf(firstName, {
      campusCode: 'brevard',
      restaurantIds: [place?.id],
      leavesAt: inMinutes(minutes),
    })
  for (const [i, name] of ['Ana', 'Ben', 'Cleo'].entries()) await startAs(name, 30 + i)
  await page.goto('/?campus=brevard')
  const today = page.getByRole('region', { name: 'Today' })
  await expect(today.getByRole('article')).toHaveCount(3)
  await today
    .getByRole('list')
    .first()
    .evaluate(row => {
      row.scrollTo({ left: row.scrollWidth, behavior: 'instant' })
      const touch = () => row.dispatchEvent(new PointerEvent('pointermove', { bubbles: true }))
      touch()
      Object.assign(window, { touching: setInterval(touch, 200) })
    })
  const newest = lunchOf(page, await startAs('Gil', 10))
  await expect(newest).toBeAttached()
  await expect(newest).not.toBeInViewport()
  await page.evaluate(() => clearInterval(Reflect.get(window, 'touching')))
  await expect(newest).toBeInViewport({ ratio: 1, timeout: 10_000 })
})
