import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { cards } from './restaurants.ts'

/** Counts the printed restaurants, and how many of them have a complete card. */
async function countPrintedCards(
  page: Page,
  print: () => Promise<unknown>,
): Promise<{ cards: number; whole: number }> {
  await page.evaluate(() => {
    // Runs after the page's own listener.
    addEventListener('beforeprint', () => {
      const onPaper = {
        cards: document.querySelectorAll('main article').length,
        whole: document.querySelectorAll('main article:has(dl)').length,
      }
      Object.assign(window, { onPaper })
    })
  })
  await print()
  return page.evaluate(() => Reflect.get(window, 'onPaper'))
}

test('a printed list has every restaurant in full, however long it is, and nothing covers it', async ({
  page,
  newPerson,
  signInAs,
}) => {
  await signInAs(await newPerson())
  await page.goto('/?campus=eastAsheville')
  await expect(cards(page)).toHaveCount(43)
  expect(await countPrintedCards(page, () => page.pdf())).toEqual({ cards: 43, whole: 43 })
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  // Hundreds, of which the page renders only the visible ones. Printing them takes too long, so only the
  // event is sent.
  const dispatch = (event: string) => page.evaluate(name => void dispatchEvent(new Event(name)), event)
  const { length } = await (await page.request.get('/api/restaurants/unrated')).json()
  await page.goto('/profile?tab=unrated&campus=all')
  await expect(page.locator('li[aria-setsize]').first()).toBeVisible()
  expect(await cards(page).count()).toBeLessThan(100)
  expect(await countPrintedCards(page, () => dispatch('beforeprint'))).toEqual({
    cards: length,
    whole: length,
  })
  await dispatch('afterprint')
  await expect.poll(() => cards(page).count()).toBeLessThan(100)
})
