import { expect, test } from '../support/fixtures.ts'
import { cards } from '../support/restaurants.ts'

test('the details keep their place while they are filled step by step', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/?campus=matthews')
  const heights = await page.evaluateHandle(() => {
    const seen = new Set<number>()
    const look = () => {
      const dialog = document.querySelector<HTMLElement>('[role="dialog"]')
      if (dialog) seen.add(dialog.offsetHeight)
      requestAnimationFrame(look)
    }
    look()
    return seen
  })
  await cards(page).first().getByRole('link').first().click()
  await expect(page.getByRole('dialog').getByText('Latest reviews')).toBeVisible()
  expect(await heights.evaluate(seen => [...seen])).toEqual([765])
})
