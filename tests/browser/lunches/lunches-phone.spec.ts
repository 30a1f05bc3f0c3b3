import type { Page } from '@playwright/test'
import type { Lunch } from '#features/lunches/contract.ts'
import { expect, expectAccessible, layoutShiftOf } from '../support/fixtures.ts'
import { anotherScreen, inMinutes, lunchOf, startLunch, test, titleOf } from '../support/lunches.ts'
import { cardOf, restaurantsNear } from '../support/restaurants.ts'

test('two taps start a lunch, one tap joins it, and everyone sees it immediately', { tag: '@main' }, async ({
  page,
  browser,
  server,
  ana,
  ben,
  signInAs,
}) => {
  await signInAs(ana)
  const drawing: string[] = []
  page.on('request', request => {
    if (request.url().includes('lunch-cards')) drawing.push(request.url())
  })
  await page.goto('/?campus=arden')
  await expect(page.getByText('Nobody has started a lunch yet')).toBeVisible()
  const bens = await anotherScreen(browser, server, ben)
  await expect(bens.getByText('Nobody has started a lunch yet')).toBeVisible()
  expect(drawing, 'without a lunch nothing that draws them is loaded').toEqual([])

  const [, place] = await restaurantsNear(page, 'arden')
  const name = place?.name ?? ''
  await cardOf(page, name)
    .getByRole('button', { name: `Start a lunch at ${name}` })
    .click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Start lunch' })).toBeVisible()
  await page.getByRole('button', { name: 'Start lunch' }).click()
  await expect(page.getByText('Lunch started', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Now tell the others' })).toBeVisible()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy the link' }).click()
  await expect(page.getByText('Link copied', { exact: true })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(new RegExp(`^${server.origin}/\\?lunch=\\d+$`))
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()

  const card = lunchOf(bens, ana)
  await expect(card).toContainText(name)
  await card.getByRole('button', { name: /^I’m in/ }).click()
  await expect(bens.locator('ol.toasts').getByText('You’re in', { exact: true })).toBeVisible()
  await expect(bens.getByText(`${name}, 12:00 PM`, { exact: true })).toBeVisible()
  const bar = bens.getByRole('complementary', { name: 'Your lunch' })
  await expect(bar, 'it leaves in more than 15 minutes').toHaveCount(0)
  await expect(card.getByRole('button', { name: /^I’m out/ })).toBeVisible()
  await expect(lunchOf(page, ana).getByRole('button', { name: 'In: Ana Alder, Ben Birch' })).toBeVisible()
  await expectAccessible(bens)
  await bens.reload()
  await expect(cardOf(bens, name).getByRole('button', { name: /^2 going at/ })).toBeVisible()
  expect(await layoutShiftOf(bens), 'nothing on the page has moved').toBeLessThan(0.01)

  await cardOf(bens, name)
    .getByRole('button', { name: /^2 going at/ })
    .click()
  const dialog = bens.getByRole('dialog', { name: /^Lunch at/ })
  await expect(dialog.getByText('Ben Birch')).toBeVisible()
  await bens.goBack()
  await expect(dialog).toBeHidden()
  await card.getByRole('button', { name: /^I’m out/ }).click()
  await expect(bens.getByText('You’re out', { exact: true })).toBeVisible()
  await expect(lunchOf(page, ana).getByRole('button', { name: 'In: Ana Alder', exact: true })).toBeVisible()
  await bens.context().close()
})

test('three people vote, a tie is drawn on everyone’s screen, and screen readers announce it', {
  tag: '@main',
}, async ({ page, browser, server, newPerson, signInAs }) => {
  const cleo = await newPerson({ firstName: 'Cleo', lastName: 'Voter' })
  const dan = await newPerson({ firstName: 'Dan', lastName: 'Voter' })
  const eve = await newPerson({ firstName: 'Eve', lastName: 'Voter' })
  await signInAs(cleo)
  const [one, two, three] = await restaurantsNear(page, 'arden')
  await startLunch(page.request, { restaurantIds: [one?.id, two?.id, three?.id] })
  await page.goto('/?campus=arden')
  const dans = await anotherScreen(browser, server, dan)
  const eves = await anotherScreen(browser, server, eve, { reducedMotion: 'reduce' })
  const others = [dans, eves]
  const choice = (screen: typeof page, place: typeof one) =>
    lunchOf(screen, cleo).getByRole('button', { name: new RegExp(`^${place?.name}`) })

  await choice(dans, one).dblclick()
  await expect(choice(dans, one)).toHaveAttribute('aria-pressed', 'true')
  await expect(dans.locator('ol.toasts').getByText('You’re in', { exact: true })).toBeVisible()
  await expect(dans.getByText(new RegExp(`^Your vote: .*${one?.name}`))).toBeVisible()
  await choice(eves, two).click()
  for (const screen of [page, ...others]) await watchDraws(screen)
  for (const place of [one, two]) await expect(choice(page, place)).toHaveAccessibleName(/, 1 vote\b/)

  await titleOf(lunchOf(page, cleo)).click()
  // All three rated every place; the one they like best must come first.
  for (const screen of [page, ...others])
    for (const [place, value] of [
      [one, 1],
      [two, 3],
      [three, 5],
    ] as const)
      await screen.request.post('/api/ratings', { data: { restaurantId: place?.id, value } })
  const dialog = page.getByRole('dialog', { name: /^Lunch at/ })
  await dialog.getByRole('button', { name: 'Best for everyone first' }).click()
  await expect(dialog.getByRole('region', { name: 'Vote' }).getByRole('listitem').first()).toContainText(
    three?.name ?? '',
  )
  await page.getByRole('button', { name: 'Close the vote now' }).click()
  const question = page.getByRole('alertdialog', { name: 'Close the vote now?' })
  await expect(question).toContainText(`${one?.name} and ${two?.name} lead with 1 of 3.`)
  await expect(question.getByRole('radio', { name: 'Draw lots' })).toBeChecked()
  await question.getByRole('button', { name: 'Draw lots' }).click()
  const decided = async (): Promise<string | undefined> => {
    const lunches = (await (await page.request.get('/api/lunches')).json()) as Lunch[]
    return lunches.find(({ host }) => host?.id === cleo.id)?.decision?.name
  }
  await expect.poll(decided).toBeDefined()
  const drawn = (await decided()) ?? ''
  expect([one?.name, two?.name]).toContain(drawn)
  for (const screen of [dans, eves]) {
    await expect(lunchOf(screen, cleo)).toContainText(drawn)
    await expect(lunchOf(screen, cleo)).toContainText('Drawn among 2')
    // What is said may be followed by news of another lunch.
    await expect
      .poll(async () => (await drawsOf(screen)).said.join('\n'))
      .toContain(`${drawn} was drawn among ${one?.name}, ${two?.name}.`)
  }
  const seen = await Promise.all([page, dans].map(drawsOf))
  for (const { tiles, text, marked } of seen) {
    expect(tiles, 'the tied places stand side by side').toBe(2)
    expect(text, 'nothing tells the winner').not.toContain('Drawn among')
    for (const place of [one, two]) expect(text).not.toContain(place?.name)
    expect(marked.length, 'the mark hops').toBeGreaterThan(2)
  }
  expect(seen[0]?.marked.at(-1), 'everyone sees the same').toBe(seen[1]?.marked.at(-1))
  expect(await drawsOf(eves), 'not with reduced motion').toMatchObject({ tiles: 0 })
  for (const screen of others) await screen.context().close()
})

type Draw = { tiles: number; text: string; marked: number[]; said: string[] }

/** Records in `window.draw` what is announced, and what is seen of the next draw. */
async function watchDraws(screen: Page): Promise<void> {
  await screen.evaluate(() => {
    const draw: Draw = { tiles: 0, text: '', marked: [], said: [] }
    Reflect.set(window, 'draw', draw)
    const look = () => {
      requestAnimationFrame(look)
      for (const { textContent } of document.querySelectorAll('[role=status]'))
        if (textContent && !draw.said.includes(textContent)) draw.said.push(textContent)
      const shown =
        document.querySelector('[role="dialog"] [data-draw]') ?? document.querySelector('[data-draw]')
      if (!shown) return
      draw.tiles = shown.children.length
      draw.text += shown.closest<HTMLElement>('[role="dialog"], article')?.innerText
      const marked = [...shown.children].findIndex(tile => getComputedStyle(tile).outlineStyle === 'solid')
      if (marked >= 0 && marked !== draw.marked.at(-1)) draw.marked.push(marked)
    }
    requestAnimationFrame(look)
  })
}

const drawsOf = (screen: Page): Promise<Draw> => screen.evaluate(() => Reflect.get(window, 'draw'))

test('a person alone in a lunch is asked before the lunch is cancelled, and a cancelled one still says its day', async ({
  page,
  signIn,
}) => {
  const hugo = await signIn({ firstName: 'Hugo', lastName: 'Alone' })
  await startLunch(page.request, { leavesAt: inMinutes(24 * 60) })
  await page.goto('/?campus=arden')
  const card = lunchOf(page, hugo)
  await expect(card).toContainText('Tomorrow')
  const out = card.getByRole('button', { name: /^I’m out/ })
  await out.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep it' }).click()
  await expect(out).toBeFocused()
  await out.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'I’m out' }).click()
  await expect(card.getByText(/^Cancelled · \w{3}, \w{3} \d+$/)).toBeVisible()
})

test('“Leaves in” is right on a device whose clock is ten minutes off, and the user’s lunch is shown on every page', async ({
  page,
  signIn,
}) => {
  const gail = await signIn({ firstName: 'Gail', lastName: 'Late', role: 'super-user' })
  await startLunch(page.request, {
    leavesAt: inMinutes(8),
    meetingPoint: 'the lobby of the building at the end of the road',
  })
  await page.clock.install({ time: Date.now() + 10 * 60_000 })
  await page.goto('/?campus=arden')
  await expect(lunchOf(page, gail)).toContainText('Leaves in 8 min')
  const bar = page.getByRole('complementary', { name: 'Your lunch' })
  await page.goto('/profile')
  await expect(bar).toContainText('Leaves in 8 min from the lobby')
  // Above the bar of buttons that this page has.
  await page.goto(`/full-data-assist?user=${gail.id}`)
  await expect(page.getByRole('button', { name: 'Save ratings' })).toBeVisible()
  await bar.getByRole('link').click()
  await expect(page.getByRole('dialog', { name: /^Lunch at/ })).toBeVisible()
})
