import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { cards } from '../support/restaurants.ts'
import { storedReplies } from '../support/stored-replies.ts'

test.use({ serviceWorkers: 'allow' })

const heading = (page: Page) => page.getByRole('heading', { name: 'Sign in' })

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Menu of/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(heading(page)).toBeVisible()
  await expect(page.getByText('Logged out', { exact: true }).first()).toBeVisible()
}

test('without a connection, signing out erases what this browser has, and the session ends before anything else is asked [T-127]', {
  tag: '@main',
}, async ({ page, context, server, signIn }) => {
  await signIn()
  await page.goto('/?campus=arden')
  await expect(cards(page).first()).toBeVisible()
  await expect.poll(() => storedReplies(page)).toHaveLength(10)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  // The same session, as someone who copied the cookies has it.
  const cookies = await context.cookies()
  const headers = { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
  const status = async () => (await fetch(`${server.origin}/api/user`, { headers })).status

  // A request may slip through an emulated loss of the connection, but not to a server that is down.
  await server.kill()
  await logOut(page)
  await expect.poll(() => storedReplies(page)).toEqual([])
  for (const address of ['/?campus=arden', '/profile']) {
    await page.goto(address)
    await expect(heading(page)).toBeVisible()
    await expect(cards(page)).toHaveCount(0)
    await expect(page.getByText('Robin')).toHaveCount(0)
  }
  await page.goto('about:blank')
  await server.start()
  expect(await status()).toBe(200)

  await server.kill()
  await page.goto('/profile')
  await expect(page.getByText('Can’t reach the server. Trying again…')).toBeVisible()
  const answered: string[] = []
  page.on('response', response => answered.push(...(/\/api\/.*/.exec(response.url()) ?? [])))
  await server.start()
  await expect.poll(status).toBe(401)
  await expect(page.getByText('Can’t reach the server. Trying again…')).toBeHidden()
  expect(answered[0]).toBe('/api/logout')
  await signIn({ firstName: 'Quinn' })
  await page.goto('/?campus=arden')
  await expect(page.getByText(/, Quinn/)).toBeVisible()
})

test('while the server doesn’t answer, signing out works [T-127]', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/')
  await page.route('**/api/logout', () => undefined)
  const ended = page.waitForResponse(
    response => response.url().endsWith('/api/logout') && response.status() === 204,
  )
  await logOut(page)
  await page.unroute('**/api/logout')
  await ended
  await page.goto('/profile')
  await expect(heading(page)).toBeVisible()
})
