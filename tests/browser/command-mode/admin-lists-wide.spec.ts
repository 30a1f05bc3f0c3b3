import { type APIRequestContext, request } from '@playwright/test'
import { picture } from '#tests/support/samples/pictures.ts'
import { openSection } from '../support/administration.ts'
import { test as base, expect, type Person } from '../support/fixtures.ts'

/* Every list of Command Mode with long names, from phones to small laptops: nothing overflows, touches or is torn apart. */

const many = 'Wilhelmina-Theodora of the Upper Mills and the Lower Meadows '
const one = 'Donaudampfschifffahrtsgesellschaftskapitän'
const names = {
  firstName: many.slice(0, 60).trim(),
  lastName: one,
  department: `${many}${one}`.slice(0, 100),
}
const widths = [320, 390, 768, 1024]
const lists = [
  'users',
  'restaurants',
  'ratings',
  'departments',
  'campuses',
  'alerts',
  'profile-images',
  'email',
]
const records = ['audit-log', 'backups', 'trash']

const test = base.extend<object, { author: Person }>({
  environment: [
    { STARTER_DATA: 'none', SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@example.org' },
    { scope: 'worker' },
  ],
  author: [
    async ({ server, admin, newPerson }, use) => {
      const { departments } = await (await admin.get('/api/departments')).json()
      await post(admin, '/api/departments', [names.department, ...departments])
      const author = await newPerson({ ...names, role: 'super-user' })
      const place = { campusCode: 'arden', distance: 1, travelTime: 5, price: '$$$$', hours: '11 AM - 3 PM' }
      const long = { ...place, name: many.repeat(3), address: `${one} ${many}` }
      const { id: restaurantId } = await post(admin, '/api/restaurants', long)
      await post(admin, '/api/restaurants', { ...place, name: 'Unrated', address: '1 Test Street' })
      const toDelete = await post(admin, '/api/restaurants', { ...long, name: `${one}${many}` })
      await admin.delete(`/api/admin/restaurants/${toDelete.id}`)
      await post(admin, '/api/admin/ratings', {
        userId: author.id,
        restaurantId,
        value: 5,
        comment: many.repeat(9),
      })
      await post(admin, '/api/emergency-messages', { title: many.repeat(3).trim(), message: many.repeat(5) })
      const campus = { address: `${one} ${many}`, latitude: 35.4, longitude: -82.5 }
      await post(admin, '/api/admin/campuses', {
        ...campus,
        code: 'longCode'.repeat(7),
        name: `${many}${one}`.slice(0, 100),
      })
      await post(admin, '/api/backup', {})
      const portrait = await picture({ background: '#c2410c', width: 300, height: 300 }).png().toBuffer()
      await admin.post(`/api/admin/profile-images/${author.id}`, {
        multipart: { profileImage: { name: 'portrait.png', mimeType: 'image/png', buffer: portrait } },
      })
      const visitor = await request.newContext({ baseURL: server.origin })
      await visitor.post('/api/password-reset', { data: { email: author.email } })
      await visitor.dispose()
      await use(author)
    },
    { scope: 'worker' },
  ],
})

for (const section of [...lists, ...records]) {
  test(`the list of ${section} fits at every width`, async ({ page, author, signInAs }) => {
    await signInAs(author)
    await openSection(page, section)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await expect(page.locator('main :is(tbody tr, li:not(nav li))').first()).toBeVisible()
      // The layout takes a moment to follow the window.
      // A table rather scrolls than break a name within a word.
      const faults = async () =>
        (await page.evaluate(findLayoutFaults)).filter(fault => !/^the table scrolls/.test(fault))
      await expect.poll(faults, `${section} at ${width} px`).toEqual([])
    }
    if (section !== 'campuses') return
    // Without the long names, which take the room of their column.
    await openSection(page, section, 'ville')
    await expect(page.getByRole('rowheader', { name: 'Hendersonville' })).toBeVisible()
    expect(await page.evaluate(findLayoutFaults)).toEqual([])
  })
}

test('a long campus name keeps all filters on the same line as the search', async ({
  page,
  author,
  signInAs,
}) => {
  await signInAs(author)
  await page.setViewportSize({ width: 1440, height: 900 })
  await openSection(page, 'restaurants')
  const campus = page.getByLabel('Campus', { exact: true })
  await expect(campus.getByRole('option', { name: many.trim() })).toBeAttached()
  const search = await page.getByRole('searchbox').boundingBox()
  for (const filter of [campus, page.getByLabel('To do')])
    expect((await filter.boundingBox())?.y).toBe(search?.y)
})

test('with a mouse, all groups of the menu fit a laptop, and rows are 48 pixels high with emails in one line', async ({
  page,
  newPerson,
  signIn,
}) => {
  await newPerson({ email: 'bartholomew.featherstonehaugh-cholmondeley@example.org' })
  await signIn({ role: 'super-user' })
  await openSection(page, 'users')
  const menu = page.getByRole('navigation', { name: 'Command Mode' })
  const last = menu.getByRole('link').last()
  await expect(last).toBeInViewport({ ratio: 1 })
  expect((await last.boundingBox())?.height).toBe(36)
  const rows = page.locator('tbody tr')
  await expect(rows).not.toHaveCount(0)
  const heights = await rows.evaluateAll(all => all.map(row => row.getBoundingClientRect().height))
  expect(Math.min(...heights)).toBe(48)
  await openSection(page, 'users', 'bartholomew.feather')
  const email = page.getByRole('cell', { name: /^bartholomew/ })
  expect(await email.evaluate(cell => cell.firstElementChild?.getClientRects().length)).toBe(1)
  expect((await email.boundingBox())?.height).toBe(48)
})

/** Lists elements that are wider than their container, stick out of their entry or touch a button, and short words on two lines. */
function findLayoutFaults(): string[] {
  const faults: string[] = []
  const nameOf = (element: Element) =>
    (element.getAttribute('aria-label') ?? element.textContent ?? '').slice(0, 60)
  const main = document.querySelector('main')
  if (!main) return ['no page']
  if (document.documentElement.scrollWidth > innerWidth) faults.push('the page scrolls sideways')
  for (const table of main.querySelectorAll('section:has(> table)')) {
    if (table.scrollWidth > table.clientWidth)
      faults.push(`the table scrolls sideways by ${table.scrollWidth - table.clientWidth} px`)
  }
  for (const entry of main.querySelectorAll(':is(tbody tr, li:not(nav li))')) {
    const { left, right } = entry.getBoundingClientRect()
    for (const part of entry.querySelectorAll('button, a, input, p, span, td, th')) {
      const box = part.getBoundingClientRect()
      const isShown = box.width > 1 && getComputedStyle(part).visibility === 'visible'
      if (isShown && (box.left < left - 1 || box.right > right + 1))
        faults.push(`${part.tagName} sticks out: ${nameOf(part)}`)
    }
    for (const word of tornWordsOf(entry)) faults.push(`a word is torn apart: ${word}`)
    const texts = [...textBoxesOf(entry)]
    for (const icon of entry.querySelectorAll('button svg')) {
      const box = icon.getBoundingClientRect()
      const near = texts.find(
        text =>
          text.bottom > box.top &&
          text.top < box.bottom &&
          text.right > box.left - 8 &&
          text.left < box.right + 8,
      )
      const button = icon.closest('button')
      if (near && !button?.textContent) faults.push(`a text touches the button: ${nameOf(button ?? icon)}`)
    }
  }
  return faults

  function* textBoxesOf(entry: Element) {
    for (const text of textsIn(entry)) {
      const range = document.createRange()
      range.selectNodeContents(text)
      yield* range.getClientRects()
    }
  }

  function* tornWordsOf(entry: Element) {
    for (const text of textsIn(entry))
      for (const { 0: word, index } of text.data.matchAll(
        /(?<![@.\p{L}\p{N}])\p{L}{3,14}(?![\p{L}\p{N}])/gu,
      )) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        if (new Set(Array.from(range.getClientRects(), box => box.top)).size > 1) yield word
      }
  }

  function* textsIn(entry: Element) {
    const walker = document.createTreeWalker(entry, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const text = walker.currentNode as Text
      // Texts for screen readers only are one pixel wide.
      const isShown = (text.parentElement?.getBoundingClientRect().width ?? 0) > 1
      if (isShown && text.data.trim()) yield text
    }
  }
}

async function post(calls: APIRequestContext, path: string, data: unknown): Promise<{ id: number }> {
  const response = await calls.post(path, { data })
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true)
  return response.json()
}
