import { expect, test, waitForContent } from '../support/fixtures.ts'
import { cards } from '../support/restaurants.ts'

// Half a day from New York, so that code using the browser's clock would show the wrong greeting.
test.use({ timezoneId: 'Asia/Tokyo' })

/** The second before a change, and the header before and after it; the other ones of these days are in kit/rules/time/clock.test.ts. */
const changes = [
  ['2026-03-08T04:59:59Z', 'Good evening 11:59:59 PM Mar 7', 'Good morning 12:00:00 AM Mar 8'],
  ['2026-03-08T06:59:59Z', 'Good morning 1:59:59 AM Mar 8', 'Good morning 3:00:00 AM Mar 8'],
  ['2026-11-01T05:59:59Z', 'Good morning 1:59:59 AM Nov 1', 'Good morning 1:00:00 AM Nov 1'],
] as const

test('greeting and clock are those of New York, also when its clocks change [D-16]', async ({
  page,
  signIn,
}) => {
  await signIn({ firstName: 'Ana' })
  await page.clock.install({ time: new Date(Date.parse(changes[0][0]) - 60_000) })
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const greeting = page.getByRole('banner').getByText(/, Ana$/)
  const clock = page.getByRole('banner').locator('time')
  const shown = async () =>
    `${await greeting.textContent()} ${await clock.textContent()}`
      .replace(', Ana', '')
      .replace(' · ', ' ')
      .replace(', 2026', '')
  for (const [time, before, after] of changes) {
    await page.clock.pauseAt(time)
    await expect.poll(shown).toBe(before)
    await page.clock.runFor(1000)
    await expect.poll(shown).toBe(after)
  }
})

test('each second changes the clock and nothing else on the page', async ({ page, signIn }) => {
  await signIn()
  await page.clock.install({ time: '2026-01-15T15:00:00Z' })
  await page.goto('/?campus=arden')
  await expect(cards(page).first()).toBeVisible()
  await waitForContent(page)
  const elsewhere = await page.evaluateHandle(() => {
    const seen: string[] = []
    new MutationObserver(records => {
      for (const { target } of records) {
        const element = target instanceof Element ? target : target.parentElement
        if (!element?.closest('header time')) seen.push(element?.outerHTML.slice(0, 120) ?? target.nodeName)
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
    return seen
  })
  // What loads after the page is complete renders parts of it again; so does a full minute.
  await page.clock.runFor(10_000)
  await expect(page.locator('ol.toasts')).toBeAttached()
  await page.clock.pauseAt('2026-01-15T15:01:05Z')
  const clock = page.getByRole('banner').locator('time')
  // Until it holds: what another journey changes on this server renders parts of the page, too.
  await expect(async () => {
    await elsewhere.evaluate(seen => seen.splice(0))
    for (let seconds = 1; seconds <= 3; seconds += 1) {
      const before = await clock.innerText()
      await page.clock.runFor(1000)
      await expect(clock).not.toHaveText(before)
    }
    expect(await elsewhere.jsonValue()).toEqual([])
  }).toPass({ timeout: 30_000 })
})
