import type { Page } from '@playwright/test'
import { newAlert, removeAlerts } from '../support/administration.ts'
import { expect, layoutShiftOf, waitForContent } from '../support/fixtures.ts'
import { inMinutes, lunchesOn, lunchOf, startLunch, test } from '../support/lunches.ts'
import { boxOf, cards, restaurantsNear } from '../support/restaurants.ts'

/* What Home shows before anyone scrolls, and that nothing in it moves. */

test.afterEach(async ({ admin }) => {
  await removeAlerts(admin)
})

/** Whatever can be pressed and has a part in this rectangle. */
const pressableIn = (page: Page, area: { x: number; y: number; width: number; height: number }) =>
  page.evaluate(({ x, y, width, height }) => {
    const all = document.querySelectorAll(
      'main :is(a, button, input, select, textarea), header :is(a, button)',
    )
    return Array.from(all)
      .filter(element => !element.closest('[aria-label="System alerts"]'))
      .filter(element => {
        const { left, right, top, bottom } = element.getBoundingClientRect()
        return right > x + 1 && left < x + width - 1 && bottom > y + 1 && top < y + height - 1
      })
      .map(element => element.textContent || element.getAttribute('aria-label'))
  }, area)

const isPhone = () => test.info().project.name === 'phone'

test('with three lunches, an alert and a question, the restaurants are in sight', {
  tag: '@main',
}, async ({ page, admin, signIn, startLunchOf }) => {
  await signIn({ firstName: 'Vera' })
  const [one, two, three, four] = await restaurantsNear(page, 'arden')
  await page.request.post('/api/visits', { data: { restaurantId: four?.id } })
  await newAlert(admin)
  for (const [firstName, minutes, restaurantIds] of [
    ['Ana', 20, [one?.id]],
    ['Ben', 40, [one?.id, two?.id, three?.id]],
    ['Cleo', 60, [three?.id]],
  ] as const) {
    await startLunchOf(firstName, { restaurantIds, leavesAt: inMinutes(minutes), seats: 8 })
  }
  await page.goto('/?campus=arden')
  await expect(page.getByRole('region', { name: 'How was it?' })).toBeVisible()
  await waitForContent(page)

  const campuses = await boxOf(page.getByRole('radiogroup', { name: 'Campus' }))
  expect(campuses.height, 'one row of campuses').toBeLessThanOrEqual(76)
  const question = await boxOf(page.getByRole('region', { name: 'How was it?' }))
  expect(question.height, 'one row for the question').toBeLessThanOrEqual(76)
  for (const card of await lunchesOn(page).getByRole('article').all())
    expect((await boxOf(card)).height, 'the height of a lunch').toBeLessThanOrEqual(isPhone() ? 168 : 184)
  await expect(page.getByRole('searchbox')).toBeInViewport({ ratio: 1 })
  const card = await boxOf(cards(page).first())
  const decide = await boxOf(page.getByRole('button', { name: 'Decide For Me' }))
  if (isPhone())
    expect(card.y + card.height / 2, 'half of a card above “Decide For Me”').toBeLessThanOrEqual(decide.y)
  else expect(card.bottom, 'all of the first row but its last line').toBeLessThanOrEqual(900 + 30)

  const alerts = await boxOf(page.getByRole('region', { name: 'System alerts' }))
  expect(await pressableIn(page, alerts), 'what lies under the alert').toEqual([])
})

test('a late alert, the first lunch of the day and a lunch at a place in the list move nothing', {
  tag: '@main',
}, async ({ page, admin, signIn }) => {
  await signIn()
  await page.clock.install()
  await page.goto('/?campus=franklin')
  await expect(page.getByText('Nobody has started a lunch yet')).toBeVisible()
  await waitForContent(page)
  const [place] = await restaurantsNear(page, 'franklin')
  const positions = async () => ({
    campuses: await boxOf(page.getByRole('radiogroup', { name: 'Campus' })),
    start: await boxOf(page.getByRole('button', { name: 'Start a lunch', exact: true })),
    search: await boxOf(page.getByRole('searchbox')),
    first: await boxOf(cards(page).first()),
    sixth: await boxOf(cards(page).nth(5)),
  })
  const before = await positions()
  await newAlert(admin)
  await page.clock.fastForward('01:01')
  await expect(page.getByText('The road to Arden is closed')).toBeInViewport()
  expect(await positions()).toEqual(before)
  const alerts = await boxOf(page.getByRole('region', { name: 'System alerts' }))
  expect(await pressableIn(page, alerts), 'what lies under the alert').toEqual([])

  await startLunch(admin, { campusCode: 'franklin', restaurantIds: [place?.id] })
  await expect(lunchesOn(page).getByRole('article')).toBeInViewport({ ratio: 1 })
  await expect(
    cards(page)
      .first()
      .getByRole('button', { name: /^1 going at/ }),
  ).toBeVisible()
  expect(await positions()).toEqual(before)
  expect(await layoutShiftOf(page)).toBeLessThan(0.01)

  await page.getByRole('button', { name: 'Show the whole alert' }).click()
  const opened = page.getByRole('dialog', { name: 'System alerts' })
  await expect(opened.getByText('Please take the one by the river.')).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await expect(opened).toBeHidden()
  expect(await positions(), 'it has lain over the page').toEqual(before)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText('The road to Arden is closed')).toBeHidden()
  expect(await positions()).toEqual(before)
})

test('a new, earlier lunch is in sight, and so is one’s own, but not while somebody looks through the strip', async ({
  page,
  signIn,
  startLunchOf,
}) => {
  const viewer = await signIn({ firstName: 'Vera' })
  const [place] = await restaurantsNear(page, 'brevard')
  const lunchIn = (minutes: number) => ({
    campusCode: 'brevard',
    restaurantIds: [place?.id],
    leavesAt: inMinutes(minutes),
  })
  for (const [i, name] of ['Ana', 'Ben', 'Cleo', 'Dan'].entries())
    await startLunchOf(name, lunchIn(30 + 5 * i))
  await page.goto('/?campus=brevard')
  await expect(lunchesOn(page).getByRole('article')).toHaveCount(4)
  await waitForContent(page)
  const early = await startLunchOf('Eve', lunchIn(10))
  await expect(lunchOf(page, early)).toBeInViewport({ ratio: 1 })
  await startLunch(page.request, lunchIn(50))
  await expect(lunchOf(page, viewer)).toBeInViewport({ ratio: 1 })
  await lunchesOn(page)
    .getByRole('list')
    .first()
    .evaluate(row => {
      row.scrollTo({ left: row.scrollWidth, behavior: 'instant' })
      const touch = () => row.dispatchEvent(new PointerEvent('pointermove', { bubbles: true }))
      touch()
      Object.assign(window, { touching: setInterval(touch, 200) })
    })
  await expect(lunchOf(page, viewer)).not.toBeInViewport()
  const earliest = lunchOf(page, await startLunchOf('Finn', lunchIn(5)))
  await expect(earliest).toBeAttached()
  await expect(earliest).not.toBeInViewport()
  await page.evaluate(() => clearInterval(Reflect.get(window, 'touching')))
  await expect(earliest, 'afterwards, although the strip shows its end').toBeInViewport({
    ratio: 1,
    timeout: 10_000,
  })
})

test('the campuses are one row: the own first, the chosen one in sight, by keyboard and by arrows', async ({
  page,
  signIn,
}) => {
  await signIn({ campusCode: 'brevard' })
  await page.setViewportSize({ width: isPhone() ? 390 : 900, height: 844 })
  await page.goto('/?campus=arden')
  await waitForContent(page)
  const campuses = page.getByRole('radiogroup', { name: 'Campus' })
  const radios = campuses.getByRole('radio')
  await expect(radios.first()).toHaveAccessibleName('Brevard')
  const last = (await radios.count()) - 1
  await radios.nth(last).focus()
  await expect(radios.nth(last), 'by keyboard').toBeInViewport({ ratio: 1 })
  const name = (await radios.nth(last).getAttribute('value')) ?? ''
  await page.goto(`/?campus=${name}`)
  await waitForContent(page)
  await expect(radios.nth(last), 'the chosen one').toBeInViewport({ ratio: 1 })
  expect((await boxOf(campuses)).height).toBeLessThanOrEqual(76)
  const arrow = (name: string) => page.getByRole('button', { name: `${name} campuses` })
  if (isPhone()) {
    await expect(arrow('More'), 'fingers swipe').toHaveCount(0)
    return
  }
  const clicks = (button: HTMLButtonElement) => {
    for (const _ of [1, 2, 3]) button.click()
  }
  await arrow('Previous').evaluate(clicks)
  await expect(radios.first(), 'also while the row moves').toBeInViewport({ ratio: 1 })
  await arrow('More').evaluate(clicks)
  await expect(radios.nth(last)).toBeInViewport({ ratio: 1 })
})
