import { type APIRequestContext, type Page, request } from '@playwright/test'
import { pages } from '#app/web/pages.ts'
import { picture } from '#tests/support/samples/pictures.ts'
import { openSection } from '../support/administration.ts'
import { test as base, expect, findingsOf, mainIf } from '../support/fixtures.ts'
import { layoutFaults } from '../support/layout-faults.ts'
import { inMinutes, startLunch, zone } from '../support/lunches.ts'
import { refuseStorage, removeNewerFeatures, storeNothing } from '../support/old-browsers.ts'
import { listThings, opener, screensOf, type Things } from '../support/screens.ts'

/*
 * Every screen in every way in which it may be seen, with long names everywhere. hostile-strings-phone.spec.ts visits the same
 * screens with texts that do harm.
 */

const many = 'Wilhelmina-Theodora of the Upper Mills and the Lower Meadows '
const one = 'Donaudampfschifffahrtsgesellschaftskapitän'
const names = {
  firstName: many.slice(0, 60).trim(),
  lastName: one,
  department: `${many}${one}`.slice(0, 100),
}

const test = base.extend<object, { things: Things }>({
  environment: [
    {
      STARTER_DATA: 'none',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'a@example.org',
      TIME_ZONE: zone,
      RATE_LIMITS: 'off',
    },
    { scope: 'worker' },
  ],
  things: [
    async ({ server, admin, newPerson }, use) => {
      const { departments } = await (await admin.get('/api/departments')).json()
      await post(admin, '/api/departments', [names.department, ...departments])
      const { id: userId, email } = await newPerson({ ...names, role: 'super-user' })
      const place = { campusCode: 'arden', distance: 1, travelTime: 5, price: '$$$$', hours: '11 AM - 3 PM' }
      const long = { ...place, name: many.repeat(2), address: `${one} ${many}` }
      const { id: restaurantId } = await post(admin, '/api/restaurants', long)
      const unrated = { ...place, name: 'Unrated', address: '1 Test Street' }
      const { id: otherId } = await post(admin, '/api/restaurants', unrated)
      const toDelete = await post(admin, '/api/restaurants', { ...long, name: `${one}${many}` })
      await admin.delete(`/api/admin/restaurants/${toDelete.id}`)
      await post(admin, '/api/admin/ratings', { userId, restaurantId, value: 5, comment: many.repeat(9) })
      await post(admin, '/api/emergency-messages', { title: many.repeat(3).trim(), message: many.repeat(5) })
      const campus = { address: `${one} ${many}`, latitude: 35.4, longitude: -82.5 }
      const campusName = `${many}${one}`.slice(0, 100)
      await post(admin, '/api/admin/campuses', { ...campus, code: 'longCode'.repeat(7), name: campusName })
      await post(admin, '/api/backup', {})
      await post(admin, '/api/suggestions', { kind: 'problem', text: many.repeat(5), path: '/' })
      const portrait = await picture({ background: '#c2410c', width: 300, height: 300 }).png().toBuffer()
      await admin.post(`/api/admin/profile-images/${userId}`, {
        multipart: { profileImage: { name: 'portrait.png', mimeType: 'image/png', buffer: portrait } },
      })
      const visitor = await request.newContext({ baseURL: server.origin })
      await visitor.post('/api/password-reset', { data: { email } })
      await visitor.dispose()
      const meetingPoint = many.slice(0, 80)
      const vote = {
        restaurantIds: [restaurantId, otherId],
        leavesAt: inMinutes(120),
        seats: 8,
        meetingPoint,
      }
      const voting = await startLunch(admin, vote)
      const decided = await startLunch(admin, { restaurantIds: [restaurantId], leavesAt: inMinutes(25) })
      const known = { user: [userId], restaurant: [restaurantId], voting: [voting.id], decided: [decided.id] }
      await use(await listThings(admin, known))
    },
    { scope: 'worker' },
  ],
})

type Way = {
  use?: Parameters<typeof test.use>[0]
  /** Before the application starts, in the page. */
  init?: () => void
  /** Where everything has its room. */
  widths?: number[]
  /** What else is wrong. */
  check?: (page: Page) => Promise<string[]>
}

const mouse = { viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false }

const ways: Record<string, Way> = {
  'fits phones and is accessible': { widths: [320, 390], check: findingsOf },
  'fits wide screens and is accessible': {
    use: mouse,
    widths: [768, 1024, 1440],
    check: findingsOf,
  },
  'has room for letters twice as large': { use: { letters: 2 }, widths: [320, 390] },
  'keeps the focus in sight': { use: mouse, check: lostFocus },
  'opens in the oldest browsers': { init: removeNewerFeatures },
  'opens in a browser that refuses all storage': { init: refuseStorage },
  'opens in a browser that stores nothing': { init: storeNothing },
}

/** The screens that are looked at with a role: each once. */
const seenBy = {
  visitor: ['visitor', 'public'],
  user: ['user'],
  'super-user': ['admin', 'super-user'],
} as const

for (const [way, { use = {}, init, widths = [], check }] of Object.entries(ways))
  test.describe(way, () => {
    test.use(use)
    for (const viewer of ['visitor', 'user', 'super-user'] as const)
      test(
        `every screen ${way}, as ${viewer}`,
        mainIf(viewer === 'user' && way === 'fits phones and is accessible'),
        async ({ page, things, signIn }) => {
          test.setTimeout(600_000)
          if (init) await page.addInitScript(init)
          if (viewer !== 'visitor') {
            await signIn({ role: viewer, ...names })
            await page.request.post('/api/visits', { data: { restaurantId: things.restaurant[0] } })
            await post(page.request, '/api/suggestions', { kind: 'feature', text: many.repeat(3) })
          }
          const open = opener(page)
          await page.goto(viewer === 'visitor' ? '/login' : '/profile')
          for (const screen of seenBy[viewer].flatMap(role => screensOf(role, 'arden', things))) {
            const { address } = screen
            // Wide screens have the filters of a list beside its search.
            if (use.isMobile === false && /filter=/.test(address)) continue
            await open(screen)
            for (const width of widths) {
              await page.setViewportSize({ width, height: 900 })
              // The layout takes a moment to follow the window.
              const faults = () => page.evaluate(layoutFaults, use.letters === 2)
              const where = { message: `${address} at ${width} px`, timeout: 2_000 }
              await expect.soft.poll(faults, where).toEqual([])
            }
            if (check) expect.soft(await check(page), address).toEqual([])
          }
        },
      )
  })

test('every page and every section has its screens', async ({ page, things, signIn }) => {
  await signIn({ role: 'super-user' })
  await page.setViewportSize(mouse.viewport)
  await openSection(page, 'overview')
  const links = page.getByRole('navigation', { name: 'Command Mode' }).getByRole('link')
  const sections = await links.evaluateAll(all => all.map(link => link.getAttribute('href') ?? ''))
  expect(sections.length).toBeGreaterThan(15)
  const roles = ['visitor', 'public', 'user', 'admin', 'super-user'] as const
  const screens = roles.flatMap(role => screensOf(role, 'arden', things).map(({ address }) => address))
  const missing = [...sections, ...pages.map(({ path }) => path)].filter(it => !screens.includes(it))
  expect(missing).toEqual([])
})

/** Elements that the Tab key reaches although nobody sees them, or that something covers. */
async function lostFocus(page: Page): Promise<string[]> {
  const lost: string[] = []
  for (let press = 0; press < 12; press++) {
    await page.keyboard.press('Tab')
    const problem = await page.evaluate(() => {
      const focused = document.activeElement
      if (!focused || focused === document.body) return null
      // A link may go on in another line.
      const [box = new DOMRect()] = focused.getClientRects()
      const seen = document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height / 2, 20))
      const around = focused.closest('label') ?? focused
      return seen && (around.contains(seen) || seen.contains(focused))
        ? null
        : focused.outerHTML.slice(0, 120)
    })
    if (problem) lost.push(problem)
  }
  return lost
}

async function post(calls: APIRequestContext, path: string, data: unknown): Promise<{ id: number }> {
  const response = await calls.post(path, { data })
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true)
  return response.json()
}
