import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { cards } from './restaurants.ts'

/** How many restaurants there are on paper, and how many of them with all that a card tells. */
async function printed(page: Page, print: () => Promise<unknown>): Promise<{ cards: number; whole: number }> {
  await page.evaluate(() => {
    // After the page's own listener.
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

test('on paper every restaurant of a list is whole, however long it is, and nothing lies across it', async ({
  page,
  newPerson,
  signInAs,
}) => {
  await signInAs(await newPerson())
  await page.goto('/?campus=eastAsheville')
  await expect(cards(page)).toHaveCount(43)
  expect(await printed(page, () => page.pdf())).toEqual({ cards: 43, whole: 43 })
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  // Hundreds, of which the page has as many as are in sight. On paper they take long, so nothing is printed.
  const tell = (event: string) => page.evaluate(name => void dispatchEvent(new Event(name)), event)
  const { length } = await (await page.request.get('/api/restaurants/unrated')).json()
  await page.goto('/profile?tab=unrated&campus=all')
  await expect(page.locator('li[aria-setsize]').first()).toBeVisible()
  expect(await cards(page).count()).toBeLessThan(100)
  expect(await printed(page, () => tell('beforeprint'))).toEqual({ cards: length, whole: length })
  await tell('afterprint')
  await expect.poll(() => cards(page).count()).toBeLessThan(100)
})
