import type { Page } from '@playwright/test'
import { localDate, weekdayOf } from '#kit/rules/time/zoned-time.ts'
import { expect } from '../support/fixtures.ts'
import { inMinutes, lunchOf, startLunch, test, zone } from '../support/lunches.ts'
import { restaurantsNear } from '../support/restaurants.ts'

/**
 * Translates the page, and whatever appears in it, as browsers do: `<font>` elements take the places of all text nodes.
 * The 'translation' is the text in brackets.
 */
async function translate(page: Page, way: 'replace' | 'after' = 'replace'): Promise<void> {
  await page.evaluate(chosen => {
    const isTranslated = (node: Node) => node.parentElement?.closest('font, script, style, title') != null
    const translateTexts = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Node[] = root.nodeType === Node.TEXT_NODE ? [root] : []
      while (walker.nextNode()) texts.push(walker.currentNode)
      for (const text of texts) {
        if (!text.textContent?.trim() || isTranslated(text) || !text.isConnected) continue
        const [outer, inner] = [document.createElement('font'), document.createElement('font')]
        inner.textContent = `[${text.textContent}]`
        outer.append(inner)
        if (chosen === 'replace') text.parentNode?.replaceChild(outer, text)
        else {
          text.parentNode?.insertBefore(outer, text.nextSibling)
          text.parentNode?.removeChild(text)
        }
      }
    }
    translateTexts(document.body)
    const later = new MutationObserver(records => {
      for (const { addedNodes, target, type } of records)
        for (const node of type === 'characterData' ? [target] : addedNodes) translateTexts(node)
    })
    later.observe(document.body, { subtree: true, childList: true, characterData: true })
  }, way)
}

/** Translates what is translated into another language: other elements take the places of those before. */
const translateAgain = (page: Page) =>
  page.evaluate(() => {
    for (const before of document.querySelectorAll('font:has(> font)')) {
      const after = before.cloneNode(true) as Element
      if (after.firstElementChild) after.firstElementChild.textContent = `{${before.textContent}}`
      before.replaceWith(after)
    }
  })

/** The translated part of a page says what the same part says where nothing is translated. */
async function expectSame(page: Page, selector: string): Promise<void> {
  const plain = await page.context().newPage()
  await plain.goto(page.url())
  const words = async (screen: Page) =>
    (await screen.locator(selector).innerText()).replace(/[[\]{}\s]+/g, '')
  await expect(async () => expect(await words(page)).toBe(await words(plain))).toPass({ timeout: 15_000 })
  await plain.close()
}

test('joining, voting and rating work in a translated page, and it shows what has changed', async ({
  page,
  hosting: { host, hosts },
}) => {
  const [one, two] = await restaurantsNear(page, 'arden')
  await startLunch(hosts.request, { restaurantIds: [one?.id, two?.id], seats: 5 })
  await page.goto('/?campus=arden')
  const card = lunchOf(page, host)
  await expect(card).toBeVisible()
  const clock = page.getByRole('banner').locator('time')
  await translate(page)
  await expect(card).toContainText('[Hazel')
  const before = await clock.textContent()
  await expect(clock, 'the clock goes on').not.toHaveText(before ?? '')

  await card.getByRole('button', { name: /I’m in/ }).click()
  await expect(card.getByRole('button', { name: /I’m out/ })).toBeVisible()
  await expect(card.getByRole('button', { name: /I’m in/ })).toHaveCount(0)
  await expect(card, 'a count').toContainText('3 seats left')
  await card.getByRole('button', { name: new RegExp(`^\\W?${one?.name}`) }).click()
  await expect(card.getByRole('button', { name: new RegExp(`${one?.name}.*1 vote`) }), 'votes').toBeVisible()

  await page.goto(`/?campus=arden&restaurant=${two?.id}`)
  const details = page.getByRole('dialog')
  await expect(details.getByRole('button', { name: 'Rate', exact: true })).toBeEnabled()
  await translate(page)
  await details.getByRole('button', { name: '[Rate]', exact: true }).click()
  await page.getByRole('dialog').getByRole('radio', { name: '4 stars' }).click()
  await page.getByRole('button', { name: /Submit Rating/ }).click()
  await expect(details.getByRole('button', { name: /Edit Your Rating/ })).toBeVisible()
})

for (const way of ['replace', 'after'] as const)
  test(`a search works in a translated page, also once translated again (${way})`, async ({
    page,
    signIn,
  }) => {
    await signIn()
    await page.goto('/?campus=arden')
    // By their ids: the headings, which tell them from lunches, are translated.
    const restaurants = page.locator('article[id^="restaurant-"]')
    await expect(restaurants.first()).toBeVisible()
    const [place] = await restaurantsNear(page, 'arden')
    const all = await restaurants.count()
    const count = page.getByRole('heading', { level: 2, name: /Restaurants/ })
    const said = page.getByRole('status').filter({ hasText: /^\W?\d+ restaurants?/ })
    await translate(page, way)
    if (way === 'after') await translateAgain(page)
    await expect(count).toContainText(way === 'after' ? '{' : '[')
    await page.getByRole('searchbox').fill(place?.name ?? '')
    await expect(restaurants).not.toHaveCount(all)
    const found = await restaurants.count()
    await expect(count).toHaveText(new RegExp(`Restaurants\\W*${found}\\W*restaurants?\\W*$`))
    await expect(said.first()).toContainText(new RegExp(`\\b${found}\\W*restaurant`))
    await page.getByRole('searchbox').fill('no such place')
    await expect(page.getByText('has “no such place” in its name')).toBeVisible()
    await page.getByRole('searchbox').fill('')
    await expect(restaurants).toHaveCount(all)
  })

test('lunches that repeat, and votes with their results, follow in a translated page', async ({
  page,
  hosting: { host, hosts },
}) => {
  const [one, two] = await restaurantsNear(page, 'arden')
  const today = localDate(new Date(), zone)
  const repeats = { campusCode: 'arden', weekdays: [weekdayOf(today)], time: '12:00' }
  const { id } = await (await hosts.request.post('/api/standing-lunches', { data: repeats })).json()
  await page.goto('/?campus=arden')
  await translate(page)
  const dialog = page.getByRole('dialog')
  await lunchOf(page, host)
    .getByRole('button', { name: /Lunch at/ })
    .click()
  await dialog.getByRole('button', { name: /^\W*Come every/ }).click()
  await expect(dialog).toContainText(/2 come\W*every time/)
  await expectSame(page, '[role=dialog]')
  await translateAgain(page)
  await dialog.getByRole('button', { name: /Don’t come every/ }).click()
  await expect(dialog).toContainText(/1 comes\W*every time/)
  await hosts.request.put(`/api/standing-lunches/${id}/skips/${today}`)
  await expect(dialog).toContainText('Cancelled')
  await expectSame(page, '[role=dialog]')
  await page.goBack()

  // Opened a second time, with an open vote.
  const leavesAt = inMinutes(100)
  const lunch = await startLunch(hosts.request, { restaurantIds: [one?.id, two?.id], leavesAt })
  await lunchOf(page, host)
    .filter({ hasText: one?.name ?? '' })
    .getByRole('button', { name: /Lunch at/ })
    .click()
  await hosts.request.put(`/api/lunches/${lunch.id}/votes`, { data: { restaurantIds: [two?.id] } })
  await expect(dialog).toContainText(/1 vote[\s\S]*Hazel Host/)
  await expectSame(page, '[role=dialog]')
  await hosts.request.post(`/api/lunches/${lunch.id}/decision`)
  await expect(dialog.getByRole('button', { name: new RegExp(one?.name ?? '') })).toHaveCount(0)
  await expectSame(page, '[role=dialog]')
})

test('messages with Undo, hearts and the counts of tabs follow in a translated page', async ({
  page,
  signIn,
}) => {
  await signIn()
  const [one] = await restaurantsNear(page, 'arden')
  await page.goto('/?campus=arden')
  await expect(page.locator('article[id^="restaurant-"]').first()).toBeVisible()
  await translate(page)
  const toasts = page.locator('ol.toasts')
  await page.getByRole('button', { name: `More about ${one?.name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: /Not for me/ }).click()
  await expect(page.getByText(/1\W*hidden/)).toBeVisible()
  await toasts.getByRole('button', { name: /Undo/ }).click()
  await expect(page.getByText(/1\W*hidden/)).toHaveCount(0)
  const saved = page.waitForResponse(reply => reply.request().method() === 'POST')
  await page.getByRole('button', { name: `Add ${one?.name} to favorites` }).click()
  // Leaving earlier would cancel it.
  await saved
  await page.goto('/profile?tab=favorites')
  await translate(page)
  await page.getByRole('button', { name: `Remove ${one?.name} from favorites` }).click()
  await expect(page.getByRole('tab', { name: /Favorites/ })).toContainText('0')
  await expectSame(page, 'main')
})
