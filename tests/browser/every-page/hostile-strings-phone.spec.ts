import { readFileSync } from 'node:fs'
import type { Page, Request } from '@playwright/test'
import { pages } from '#app/web/pages.ts'
import { openDatabase } from '#kit/server/database/connection/open.ts'
import { fillWithHostileStrings, hostilePlace } from '#tests/support/samples/fill-hostile-strings.ts'
import { hostileStrings } from '#tests/support/samples/hostile-strings.ts'
import { newRestaurant } from '../support/administration.ts'
import { test as base, expect, waitForContent } from '../support/fixtures.ts'
import { primaryAdmin } from '../support/server.ts'

/*
 * Every text column holds hostile strings of the kind users may enter (tests/support/samples/hostile-strings.ts). For
 * every role, each screen must show them literally: no text is executed, nothing overflows, and no request
 * goes elsewhere.
 */

declare global {
  interface Window {
    found?: Record<string, true>
  }
}

const { campusCode, department } = hostilePlace
const [script, backwards, endless] = hostileStrings

type Ids = Record<
  'user' | 'restaurant' | 'rating' | 'voting' | 'decided' | 'message' | 'alert' | 'entry' | 'campus',
  number[]
>
const test = base.extend<object, { ids: Ids }>({
  environment: [{ STARTER_DATA: 'none' }, { scope: 'worker' }],
  ids: [
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
      const listed = async (path: string): Promise<number[]> =>
        ((await (await admin.get(path)).json()) as { id: number }[]).slice(0, 3).map(({ id }) => id)
      await use({
        user: users,
        restaurant: restaurants,
        voting: [0, 3, 6].map(index => lunches[index] ?? 0),
        decided: [1, 4, 7].map(index => lunches[index] ?? 0),
        rating: await listed('/api/admin/ratings'),
        message: await listed('/api/admin/suggestions'),
        alert: await listed('/api/emergency-messages'),
        entry: await listed('/api/audit-logs'),
        campus: (await listed('/api/admin/campuses')).slice(-3),
      })
    },
    { scope: 'worker', auto: true },
  ],
  viewport: { width: 320, height: 640 },
})

/** The sections of Command Mode, read from the code so that none is forgotten. */
const sections = [
  ...readFileSync('app/web/admin/sections.ts', 'utf8').matchAll(
    /\.\.\.group\('[^']+', '([\w-]+)', \[(.*?)\n {2}\]/gs,
  ),
].flatMap(([, access = '', group = '']) =>
  [...group.matchAll(/\bkey: '([^']+)'/g)].map(([, address = '']): [string, string] => [address, access]),
)
if (sections.length < 18) throw new Error('The list of sections is read from the code as it was')

const home = `/?campus=${campusCode}`
/** The URLs of what pages and sections can open, with the lowest role that may do so. */
const detailAddresses = (ids: Ids): [string, string][] => [
  ...addressesOfAll(ids.restaurant, id => [
    ['user', `${home}&restaurant=${id}`],
    ['user', `${home}&rate=${id}`],
    ['user', `${home}&pick=${id}`],
    ['user', `${home}&start=${id}`],
    ['admin', `${home}&restaurant=${id}&edit=details`],
    ['admin', `${home}&restaurant=${id}&edit=team`],
    ['admin', `/admin?section=restaurants&edit=${id}`],
    ['admin', `/admin?section=restaurants&team=${id}`],
  ]),
  ...addressesOfAll([...ids.voting, ...ids.decided], id => [['user', `${home}&lunch=${id}`]]),
  ...addressesOfAll(ids.rating, id => [['admin', `/admin?section=ratings&edit=${id}`]]),
  ...addressesOfAll(ids.message, id => [['admin', `/admin?section=inbox&edit=${id}`]]),
  ...addressesOfAll(ids.user, id => [
    ['super-user', `/admin?section=users&edit=${id}`],
    ['super-user', `/full-data-assist?user=${id}`],
  ]),
  ...addressesOfAll(ids.alert, id => [['super-user', `/admin?section=alerts&edit=${id}`]]),
  ...addressesOfAll(ids.entry, id => [['super-user', `/admin?section=audit-log&entry=${id}`]]),
  ...addressesOfAll(ids.campus, id => [['super-user', `/admin?section=campuses&edit=${id}`]]),
  ['user', home],
  ['user', `${home}&view=map`],
  ['user', `${home}&q=${encodeURIComponent(script)}`],
  ['user', `${home}&suggest=restaurant`],
  ['user', `${home}&start=new`],
  ...addressesOfAll(['favorites', 'ratings', 'unrated', 'visits', 'requests'], tab => [
    ['user', `/profile?tab=${tab}`],
  ]),
  ['admin', '/admin?section=restaurants&add=restaurant'],
  ['admin', '/admin?section=users&add=user'],
  ['admin', '/admin?section=ratings&add=rating'],
  ['admin', '/admin?section=ratings&import=ratings'],
  ['admin', '/admin?section=inbox&state=done'],
  ...addressesOfAll(['yelp', 'csv', 'osm'], tab => [['admin', `/admin?section=import&tab=${tab}`]]),
  ['super-user', '/admin?section=departments&add=department'],
  ['super-user', '/admin?section=campuses&add=campus'],
  ['super-user', '/admin?section=alerts&add=alert'],
  ['super-user', '/admin?section=backups&add=backup'],
  ['super-user', '/admin?section=backups&edit=schedule'],
]

function addressesOfAll<T>(things: T[], addresses: (thing: T) => [string, string][]): [string, string][] {
  return things.flatMap(addresses)
}

/**
 * The first of each kind: roles that see the same dialogs as others only check one text per dialog; lists
 * have them all.
 */
const firstOf = (ids: Ids) =>
  Object.fromEntries(Object.entries(ids).map(([kind, [first = 0]]) => [kind, [first]])) as Ids

const roles = ['user', 'admin', 'super-user'] as const
const mayOpen = (role: string, access: string) =>
  access === 'public' || roles.indexOf(role as 'user') >= roles.indexOf(access as 'user')

for (const role of ['visitor', ...roles, 'primary admin'] as const)
  test(`hostile strings are harmless on every screen, as ${role} [T-57]`, async ({
    page,
    server,
    signInAs,
    ids,
    signIn,
  }) => {
    test.setTimeout(300_000)
    const rank = role === 'primary admin' ? 'super-user' : role
    const addresses =
      rank === 'visitor'
        ? pages.filter(({ access }) => access === 'visitor' || access === 'public').map(({ path }) => path)
        : [
            ...pages
              .filter(({ access }) => access !== 'visitor' && mayOpen(rank, access))
              .map(({ path }) => path),
            ...(rank === 'user' ? [] : sections.filter(([, access]) => mayOpen(rank, access))).map(
              ([key]) => `/admin?section=${key}`,
            ),
            ...detailAddresses(role === 'user' || role === 'super-user' ? ids : firstOf(ids))
              .filter(([access]) => mayOpen(rank, access))
              .map(([, address]) => address),
          ]
    const wrong: string[] = []
    page.on('dialog', dialog => {
      wrong.push(`has run: ${dialog.message()}`)
      void dialog.dismiss()
    })
    const underWay = new Set<Request>()
    page.on('requestfinished', request => underWay.delete(request))
    page.on('requestfailed', request => underWay.delete(request))
    page.on('request', request => {
      if (!request.url().endsWith('/events')) underWay.add(request)
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(server.origin))
        wrong.push(`asked ${request.url()}`)
    })
    if (role === 'primary admin') await signInAs(primaryAdmin)
    else if (rank !== 'visitor')
      await signIn({ role: rank, campusCode, department, firstName: script, lastName: backwards })
    await page.goto(rank === 'visitor' ? '/login' : '/profile')
    await page.evaluate(watchLayout, page.viewportSize()?.width ?? 0)
    for (const address of addresses) await open(page, address, underWay)
    if (role === 'user')
      await test.step('a lunch that repeats is being started, and a place is suggested', async () => {
        await open(page, `${home}&start=new`, underWay)
        await page
          .getByRole('dialog')
          .getByText(/^Repeat: every/)
          .tap()
        await expect(page.getByRole('button', { name: 'Start lunch' })).toBeVisible()
        await waitForContent(page)
        await open(page, `${home}&lunch=${ids.voting[0]}`, underWay)
        const lunch = page.getByRole('dialog', { name: /^Lunch at/ })
        await lunch.getByRole('button', { name: /^I’m in/ }).tap()
        await lunch.getByRole('button', { name: 'Suggest a place' }).tap()
        await expect(lunch.locator('li button').filter({ hasText: /^Add / })).toHaveCount(1)
        await waitForContent(page)
      })
    expect([...wrong, ...Object.keys(await page.evaluate(() => window.found ?? {}))]).toEqual([])
  })

test('a hostile string is shown literally, also in a toast', async ({ page, ids, signIn }) => {
  await signIn({ campusCode, department })
  await page.goto(`${home}&q=${encodeURIComponent(script)}&rate=${ids.restaurant[0]}`)
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
    const watched = document.querySelectorAll('html, [role=dialog], [role=dialog] > div, main article')
    const tooWide = [...watched].find(
      ({ scrollWidth, clientWidth }) => scrollWidth > Math.min(width, clientWidth),
    )
    const isMade = document.querySelector('img[src="x"], svg[onload]') !== null
    const isSqueezed = [...document.querySelectorAll('[role=dialog]')].some(({ children }) =>
      [...children].every(part => part.clientHeight < 150),
    )
    if (isMade || tooWide || isSqueezed) {
      const inside = [...(tooWide?.querySelectorAll('*') ?? [])]
      const edge = Math.min(width, tooWide?.getBoundingClientRect().right ?? 0)
      const culprit = inside.findLast(one => one.getBoundingClientRect().right > edge)
      const problem = isMade
        ? 'an element came of a text'
        : tooWide
          ? `over the edge: ${culprit?.getAttribute('class')}`
          : 'a dialog without room for what it is about'
      window.found = { ...window.found, [`${location.pathname}${location.search} ${problem}`]: true }
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** Navigates without reloading the application, as a link does. */
async function open(page: Page, address: string, underWay: Set<Request>): Promise<void> {
  await page.evaluate(to => history.pushState({}, '', to), address)
  if (/[?&](restaurant|rate|pick|lunch|start|suggest|edit|add|team|entry|import)=/.test(address))
    await expect(page.getByRole('dialog').first(), address).toBeVisible()
  await expect.poll(() => underWay.size, { message: address, intervals: [30] }).toBe(0)
  await waitForContent(page)
}
