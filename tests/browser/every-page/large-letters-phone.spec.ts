import type { Page } from '@playwright/test'
import { newAlert, removeAlerts } from '../support/administration.ts'
import { expect, waitForContent } from '../support/fixtures.ts'
import { inMinutes, startLunch, test } from '../support/lunches.ts'
import { restaurantsNear } from '../support/restaurants.ts'

/* Phones whose users have set their browser's letters twice as large. */

test.afterEach(async ({ admin }) => {
  await removeAlerts(admin)
})

/** What is wider than the screen, and the pairs of texts and controls that lie over each other. */
const problemsOf = (page: Page) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const wide = Array.from(document.querySelectorAll('html, [role=dialog], [role=dialog] > div'))
      .filter(one => one.scrollWidth > width)
      .map(one => `${one.nodeName} is ${one.scrollWidth} wide`)
    /** Without what a surrounding element cuts off. */
    const visibleBox = (part: Element) => {
      let { left, right, top, bottom } = part.getBoundingClientRect()
      for (let around = part.parentElement; around; around = around.parentElement) {
        if (getComputedStyle(around).overflowY === 'visible') continue
        const edge = around.getBoundingClientRect()
        right = Math.min(right, edge.right)
        bottom = Math.min(bottom, edge.bottom)
        left = Math.max(left, edge.left)
        top = Math.max(top, edge.top)
      }
      return { left, right, top, bottom, width: right - left, height: bottom - top }
    }
    const outer = document.querySelector('[role=dialog]') ?? document.querySelector('main')
    const parts = Array.from(outer?.querySelectorAll('article *, fieldset svg, h1, h2, form *') ?? [])
      .filter(
        part =>
          part.matches('svg, article button') || (part.childElementCount === 0 && part.textContent?.trim()),
      )
      .filter(part => !part.closest('.sr-only, option, .artwork') && getComputedStyle(part).opacity !== '0')
      .map(part => ({ part, box: visibleBox(part) }))
      .filter(({ box }) => box.width > 2 && box.height > 2 && box.right > 0 && box.left < width)
    const overlapping = parts.flatMap(({ part: one, box: a }, i) =>
      parts.slice(i + 1).flatMap(({ part: other, box: b }) => {
        if (one.contains(other) || other.contains(one)) return []
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
        // The boxes of texts are higher than their letters.
        const isOver = across > 3 && down > Math.min(a.height, b.height) / 3
        return isOver ? [`${one.outerHTML.slice(0, 80)} and ${other.outerHTML.slice(0, 80)}`] : []
      }),
    )
    return [...wide, ...overlapping]
  })

for (const width of [320, 390]) {
  test(`with letters twice as large on a phone ${width} wide, nothing overflows or overlaps, and alerts can be read`, async ({
    playwright,
    launchOptions,
    server,
    admin,
    signInAs,
    signIn,
  }) => {
    const args = [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32']
    const browser = await playwright.chromium.launch({ ...launchOptions, args })
    const page = await browser.newPage({ baseURL: server.origin, viewport: { width, height: 700 } })
    await newAlert(admin)
    await page.goto('/login')
    await expect(page.getByText('The road to Arden is closed')).toBeVisible()
    expect(await problemsOf(page), 'the sign-in page').toEqual([])

    const person = await signIn({ role: 'super-user', firstName: 'Bartholomew' }, page)
    const [first, second, third] = await restaurantsNear(page, 'arden')
    await page.request.post('/api/visits', { data: { restaurantId: third?.id } })
    await startLunch(admin, {
      restaurantIds: [first?.id],
      leavesAt: inMinutes(20),
      seats: 8,
      meetingPoint: 'the lobby',
    })
    // Its card says so of each.
    for (const minutes of [25, 30]) {
      await signIn({}, page)
      await startLunch(page.request, { restaurantIds: [first?.id], leavesAt: inMinutes(minutes) })
    }
    await signInAs(person, page)
    const { id } = await startLunch(admin, {
      restaurantIds: [first?.id, second?.id],
      leavesAt: inMinutes(130),
    })
    for (const address of [
      '/?campus=arden',
      `/?campus=arden&restaurant=${first?.id}`,
      `/?campus=arden&rate=${first?.id}`,
      `/?campus=arden&lunch=${id}`,
      '/?campus=arden&start=new',
      '/profile',
      '/profile/edit',
      '/admin?section=overview',
      '/admin?section=restaurants',
      '/admin?section=users',
      `/full-data-assist?user=${person.id}`,
    ]) {
      await page.goto(address)
      await waitForContent(page)
      const dialog = /&(restaurant|rate|lunch|start)=/.test(address)
      if (dialog) await expect(page.getByRole('dialog').getByRole('button').nth(1)).toBeVisible()
      expect(await problemsOf(page), address).toEqual([])
      if (dialog) continue
      const alert = page
        .getByRole('region', { name: 'System alerts' })
        .getByText('The road to Arden is closed')
      expect((await alert.boundingBox())?.width, `the alert at ${address}`).toBeGreaterThan(60)
    }
    await page.goto('/?campus=arden')
    await page.getByRole('button', { name: 'Show the whole alert' }).click()
    const opened = page.getByRole('dialog', { name: 'System alerts' })
    await expect(opened.getByText('Please take the one by the river.')).toBeInViewport({ ratio: 1 })
    // A name in a list has room for whole words.
    await page.goto('/admin?section=users')
    const name = page
      .getByRole('main')
      .getByRole('rowheader')
      .getByText('Bartholomew Sample', { exact: true })
    expect((await name.first().boundingBox())?.width).toBeGreaterThan(80)
    await browser.close()
  })
}
