import { openDatabase } from '#kit/server/database/connection/open.ts'
import { fillWithHostileStrings, hostilePlace } from '#tests/support/samples/fill-hostile-strings.ts'
import { hostileStrings } from '#tests/support/samples/hostile-strings.ts'
import { newRestaurant } from '../support/administration.ts'
import { test as base, expect, waitForContent } from '../support/fixtures.ts'
import { listThings, opener, screensOf, type Things } from '../support/screens.ts'
import { primaryAdmin } from '../support/server.ts'

/*
 * Every text column holds hostile strings of the kind users may enter (tests/support/samples/hostile-strings.ts). For
 * each viewer, every screen must show them literally: no text is executed, nothing overflows, and no request
 * goes elsewhere.
 */

declare global {
  interface Window {
    found?: Record<string, true>
  }
}

const { campusCode, department } = hostilePlace
const [script, backwards, endless] = hostileStrings

const test = base.extend<object, { things: Things }>({
  environment: [{ STARTER_DATA: 'none' }, { scope: 'worker' }],
  things: [
    async ({ server, admin }, use) => {
      await server.kill()
      const db = openDatabase({ databaseUrl: null, dataDir: server.dataDir }, () => undefined)
      const { passwordHash } = await db.selectFrom('users').select('passwordHash').executeTakeFirstOrThrow()
      const { users, restaurants, lunches } = await fillWithHostileStrings(db, {
        now: new Date(),
        passwordHash,
      })
      await db.destroy()
      await server.start()
      // To be suggested for a lunch, which the others aren't: all were visited lately.
      await newRestaurant(admin, { campusCode, name: endless.slice(0, 200), hours: endless.slice(0, 99) })
      const every = (first: number) => [0, 3, 6].map(index => lunches[first + index] ?? 0)
      const made = { user: users, restaurant: restaurants, voting: every(0), decided: every(1) }
      await use(await listThings(admin, made))
    },
    { scope: 'worker', auto: true },
  ],
  viewport: { width: 320, height: 640 },
})

const home = `/?campus=${campusCode}`

/** What each of them may open. The primary admin sees all that any other administrator sees. */
const viewers = {
  visitor: ['visitor', 'public'],
  user: ['public', 'user'],
  'primary admin': ['user', 'admin', 'super-user'],
} as const

for (const viewer of ['visitor', 'user', 'primary admin'] as const)
  test(`hostile strings are harmless on every screen, as ${viewer} [T-57]`, async ({
    page,
    server,
    signInAs,
    things,
    signIn,
  }) => {
    test.setTimeout(300_000)
    const wrong: string[] = []
    page.on('dialog', dialog => {
      wrong.push(`has run: ${dialog.message()}`)
      void dialog.dismiss()
    })
    page.on('request', request => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(server.origin))
        wrong.push(`asked ${request.url()}`)
    })
    const open = opener(page)
    if (viewer === 'primary admin') await signInAs(primaryAdmin)
    if (viewer === 'user') await signIn({ campusCode, department, firstName: script, lastName: backwards })
    await page.goto(viewer === 'visitor' ? '/login' : '/profile')
    await page.evaluate(watchLayout, page.viewportSize()?.width ?? 0)
    for (const access of viewers[viewer])
      for (const screen of screensOf(access, campusCode, things)) await open(screen)
    if (viewer === 'user')
      await test.step('a search, a lunch that repeats being started, and a place being suggested', async () => {
        await open({ address: `${home}&q=${encodeURIComponent(script)}`, shows: 'Find Restaurants' })
        await open({ address: `${home}&start=new`, shows: 'Start a lunch' })
        await page
          .getByRole('dialog')
          .getByText(/^Repeat: every/)
          .tap()
        await expect(page.getByRole('button', { name: 'Start lunch' })).toBeVisible()
        await waitForContent(page)
        await open({ address: `${home}&lunch=${things.voting[0]}`, shows: /^Lunch at/ })
        const lunch = page.getByRole('dialog', { name: /^Lunch at/ })
        await lunch.getByRole('button', { name: /^I’m in/ }).tap()
        await lunch.getByRole('button', { name: 'Suggest a place' }).tap()
        await expect(lunch.locator('li button').filter({ hasText: /^Add / })).toHaveCount(1)
        await waitForContent(page)
      })
    expect([...wrong, ...Object.keys(await page.evaluate(() => window.found ?? {}))]).toEqual([])
  })

test('a hostile string is shown literally, also in a toast', async ({ page, things, signIn }) => {
  await signIn({ campusCode, department })
  await page.goto(`${home}&q=${encodeURIComponent(script)}&rate=${things.restaurant[0]}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: '4 stars' }).press('Space')
  await dialog.getByRole('button', { name: 'Submit Rating' }).click()
  await expect(page.getByRole('heading', { name: script, exact: true })).toBeVisible()
  const toasts = page.getByRole('region', { name: 'Notifications (F8)' })
  await expect(toasts.getByText(script).filter({ hasText: '4 stars' })).toBeVisible()
})

/**
 * Checks each frame for elements that are too wide or squeezed, so that late ones count, too, also in what
 * scrolls by itself. Compares with the size of the screen, too, because phones widen the page's own width to
 * what overflows.
 */
function watchLayout(width: number): void {
  const look = () => {
    for (const details of document.querySelectorAll('details')) details.open = true
    const areas = [...document.querySelectorAll('html, [role=dialog], [role=dialog] > div, main article')]
    const dialogs = [...document.querySelectorAll('[role=dialog]')]
    const faults = {
      'an element came of a text': document.querySelector('img[src="x"], svg[onload]'),
      'over the edge': areas.find(
        ({ scrollWidth, clientWidth }) => scrollWidth > Math.min(width, clientWidth),
      ),
      'without room for what it is about': dialogs.find(({ children }) =>
        [...children].every(part => part.clientHeight < 150),
      ),
    }
    for (const [fault, element] of Object.entries(faults))
      if (element) {
        const where = `${location.pathname}${location.search}`
        window.found = { ...window.found, [`${where} ${fault}: ${element.outerHTML.slice(0, 99)}`]: true }
      }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
