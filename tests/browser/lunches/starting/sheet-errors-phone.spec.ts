import { expect } from '../../support/fixtures.ts'
import { test } from '../../support/lunches.ts'
import { restaurantsNear } from '../../support/restaurants.ts'

test('what is wrong in the start sheet is in sight above its buttons, on small phones and with the phone on its side', async ({
  page,
  signIn,
}) => {
  await signIn()
  const [place] = await restaurantsNear(page, 'arden')
  for (const [width, height] of [
    [320, 568],
    [390, 844],
    [568, 320],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(`/?campus=arden&start=${place?.id}`)
    const sheet = page.getByRole('dialog', { name: 'Start a lunch' })
    const seats = sheet.getByRole('spinbutton', { name: 'Seats' })
    await seats.fill('1')
    // As far down as a user may leave it: the field is in sight, what stands below it isn't.
    await seats.evaluate(field => field.scrollIntoView({ block: 'end' }))
    await sheet.getByRole('button', { name: 'Start lunch' }).click()
    await expect(seats).toBeFocused()
    await expect(seats).toHaveValue('1')
    const error = sheet.getByText('A lunch has at least 2 seats')
    await expect(error).toBeInViewport({ ratio: 0.9 })
    const covering = await error.evaluate(text => {
      const { left, bottom } = text.getBoundingClientRect()
      const above = document.elementFromPoint(left + 30, bottom - 2)
      return above && text.contains(above)
        ? null
        : (above?.outerHTML.slice(0, 80) ?? 'the edge of the screen')
    })
    expect(covering, `${width} × ${height}`).toBeNull()
    await page.goto('/login')
    await page.evaluate(() => sessionStorage.clear())
  }
})

test('in a form whose text has a counter, the error below it is in sight', async ({ page, signIn }) => {
  await signIn()
  await page.setViewportSize({ width: 568, height: 320 })
  await page.goto('/?suggest=problem')
  const text = page.getByRole('dialog').getByRole('textbox')
  await expect(text).toBeVisible()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(text).toBeFocused()
  const error = page.getByRole('dialog').locator('[id$="-error"]')
  await expect(error).toBeInViewport({ ratio: 0.9 })
})
