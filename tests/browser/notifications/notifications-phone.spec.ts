import { newRestaurant } from '../support/administration.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import { inMinutes, startLunch } from '../support/lunches.ts'
import {
  deliver,
  notificationsOf,
  pushState,
  subscribeLocally,
  tapNotification,
  tapWithoutWindow,
  type WorkerScope,
} from '../support/push.ts'
import { boxOf, restaurantsNear } from '../support/restaurants.ts'

test.use({ serviceWorkers: 'allow' })

test('notifications are switched on in the profile, and a tap opens the lunch as it is by then, in the open window', {
  tag: '@main',
}, async ({ page, context, signIn }) => {
  await subscribeLocally(context)
  await signIn()
  await page.goto('/profile/edit')
  const section = page.getByRole('region', { name: 'Notifications', exact: true })
  const here = section.getByRole('switch', { name: 'Notify me on this device' })
  await expect(section.getByRole('button', { name: 'Send a test' })).toHaveCount(0)
  await here.press('Space')
  await expect(here).toBeChecked()
  await expect(here, 'after it was saved').toBeFocused()
  await expect(section.getByRole('button', { name: 'Send a test' })).toBeVisible()
  await expect(section.getByRole('checkbox', { checked: true })).toHaveCount(3)
  await section.getByRole('checkbox', { name: 'How was it?' }).press('Space')
  await expect(section.getByText('Saved')).toBeVisible()
  await expect(section.getByRole('checkbox', { name: 'How was it?' })).toBeFocused()
  await expectAccessible(page)

  await page.reload()
  await expect(here).toBeChecked()
  await expect(section.getByRole('checkbox', { checked: true })).toHaveCount(4)
  await page.getByRole('link', { name: 'Back to Profile' }).click()
  await expect(page.getByRole('link', { name: 'Notifications · on this device' })).toBeVisible()

  const [place] = await restaurantsNear(page, 'arden')
  const { id } = await startLunch(page.request, { restaurantIds: [place?.id] })
  const notification = {
    title: 'Leaves at 12:05',
    body: `${place?.name} · 3 are going`,
    tag: `lunch-${id}`,
    navigate: `${new URL(page.url()).origin}/?lunch=${id}`,
  }
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('no service worker')
  const [shown, { navigate: _, ...visible }] = [await notificationsOf(worker), notification]
  await deliver(page, { web_push: 8030, notification })
  await expect.poll(shown).toEqual([visible])
  // The next one about the same lunch replaces it.
  await page.request.delete(`/api/lunches/${id}`)
  await deliver(page, { web_push: 8030, notification: { ...notification, title: 'It is cancelled' } })
  await expect.poll(shown).toEqual([{ ...visible, title: 'It is cancelled' }])

  await tapNotification(worker)
  await expect(page).toHaveURL(`/?lunch=${id}`)
  await expect(page.getByRole('dialog').getByText(/^Cancelled/)).toBeVisible()

  await page.goto('/profile/edit')
  await deliver(page, { web_push: 8030, notification })
  await expect.poll(shown).toEqual([visible])
  expect(await tapWithoutWindow(worker)).toBe(`/?lunch=${id}`)

  // Blocked afterwards, in a browser that keeps its subscription.
  await page.evaluate(() => localStorage.setItem('test-permission', 'denied'))
  await page.reload()
  await expect(section.getByText('Notifications are blocked.')).toBeVisible()
  await here.click()
  await expect(here, 'it can only be switched off').toHaveCount(0)
  expect((await pushState(page)).devices).toEqual([])
})

test('the first “You’re in” of a browser offers to tell when the lunch leaves, beside a name however long, and no later one does', async ({
  page,
  context,
  admin,
  signIn,
}) => {
  await subscribeLocally(context)
  await signIn()
  // No other journey counts the lunches or places of this campus.
  const campusCode = 'providence'
  const name = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogoch'
  const { id } = await newRestaurant(admin, { name, campusCode })
  await startLunch(page.request, { campusCode, restaurantIds: [id], leavesAt: inMinutes(60) })
  await signIn()
  await page.goto(`/?campus=${campusCode}`)
  const card = page.getByRole('article').filter({ hasText: name })
  await card
    .getByRole('button', { name: /^I’m in/ })
    .first()
    .tap()
  // The ticket goes on offering it.
  const offer = page.locator('ol.toasts').getByRole('button', { name: 'Tell me when it leaves' })
  await expect(offer).toBeVisible()
  await page.setViewportSize({ width: 320, height: 640 })
  expect((await boxOf(offer)).height, 'in one line on the smallest phone').toBe(44)
  await page.setViewportSize({ width: 390, height: 844 })
  const text = await boxOf(page.locator('ol.toasts li').getByText(name))
  expect(text.width).toBeGreaterThan(150)
  expect(text.height).toBeLessThan(90)
  await offer.tap()
  await expect(page.getByText('You’ll know when it leaves', { exact: true })).toBeVisible()
  expect((await pushState(page)).devices).toHaveLength(1)

  await card.getByRole('button', { name: /^I’m out/ }).click()
  await expect(page.getByText('You’re out', { exact: true })).toBeVisible()
  await page.reload()
  await page.evaluate(() => localStorage.setItem('test-permission', 'default'))
  await card
    .getByRole('button', { name: /^I’m in/ })
    .first()
    .click()
  await expect(page.locator('ol.toasts').getByText('You’re in', { exact: true })).toBeVisible()
  await expect(offer).toHaveCount(0)
})

test('a browser that subscribed with another installation’s key, or lost its endpoint, subscribes again', async ({
  page,
  context,
  signIn,
}) => {
  await subscribeLocally(context)
  await signIn()
  await page.goto('/profile/edit')
  const section = page.getByRole('region', { name: 'Notifications', exact: true })
  const here = section.getByRole('switch', { name: 'Notify me on this device' })
  await here.click()
  await expect(here).toBeChecked()
  const endpoint = () =>
    page.evaluate(() => JSON.parse(localStorage.getItem('test-subscription') ?? '{}').endpoint)
  const first = await endpoint()
  await page.evaluate(() => {
    const subscription = JSON.parse(localStorage.getItem('test-subscription') ?? '{}')
    localStorage.setItem('test-subscription', JSON.stringify({ ...subscription, key: btoa('other') }))
  })
  const added = page.waitForResponse(
    reply => reply.request().method() === 'POST' && reply.url().endsWith('/api/push/devices'),
  )
  await page.reload()
  await added
  expect(await endpoint()).not.toBe(first)
  await expect(here).toBeChecked()

  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('no service worker')
  const count = (await pushState(page)).devices.length
  await worker.evaluate(
    async subscription => {
      const { registration } = self as unknown as WorkerScope
      registration.pushManager.subscribe = async () => subscription as never
      const event = new Event('pushsubscriptionchange')
      await new Promise(resolve => self.dispatchEvent(Object.assign(event, { waitUntil: resolve })))
    },
    await page.evaluate(() => {
      const { keys } = JSON.parse(localStorage.getItem('test-subscription') ?? '{}')
      return { endpoint: 'https://fcm.googleapis.com/fcm/send/changed-by-the-browser', keys }
    }),
  )
  expect((await pushState(page)).devices).toHaveLength(count + 1)

  await page.reload()
  const others = section.getByRole('button', { name: /^Remove / })
  await expect(others).toHaveCount(count)
  await expectAccessible(page)
  await section.getByRole('button', { name: 'Send a test' }).tap()
  await expect(page.getByText('Sent. It arrives in a moment.', { exact: true })).toBeVisible()
  await others.first().tap()
  await expect(page.getByText('Device removed', { exact: true })).toBeVisible()
  expect((await pushState(page)).devices).toHaveLength(count)
})

const unable: Record<string, { take: () => void; sentence: string }> = {
  'they are blocked': {
    take: () => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }),
    sentence: 'Notifications are blocked.',
  },
  'plain http': {
    take: () => Object.defineProperty(window, 'isSecureContext', { get: () => false }),
    sentence: 'Notifications need a secure connection.',
  },
  'there are none': {
    take: () => void Reflect.deleteProperty(window, 'PushManager'),
    sentence: 'This browser can’t show notifications.',
  },
  'an iPhone, not on the home screen': {
    take: () => {
      Reflect.deleteProperty(window, 'PushManager')
      Object.defineProperty(navigator, 'userAgent', { get: () => 'Mozilla/5.0 (iPhone)' })
    },
    sentence: 'On an iPhone or iPad, notifications need the app on the home screen',
  },
}

test('a browser that can’t show notifications says what to do, and its user can still choose for other devices', async ({
  page,
  signIn,
}) => {
  await signIn()
  for (const [which, { take, sentence }] of Object.entries(unable))
    await test.step(which, async () => {
      const taken = await page.addInitScript(take)
      await page.goto('/profile/edit')
      const section = page.getByRole('region', { name: 'Notifications', exact: true })
      await expect(section.getByText(sentence)).toBeVisible()
      await expect(section.getByRole('switch')).toHaveCount(0)
      await expect(section.getByRole('checkbox', { checked: true })).toHaveCount(3)
      await taken.dispose()
    })
})

test('who signs in after another person’s session expired doesn’t get their notifications, and their device is gone [T-241]', async ({
  page,
  context,
  newPerson,
  signInAs,
}) => {
  await subscribeLocally(context)
  const [ana, ben] = [await newPerson(), await newPerson()]
  const here = page.getByRole('switch', { name: 'Notify me on this device' })
  const subscribed = () => page.evaluate(() => localStorage.getItem('test-subscription') !== null)
  await signInAs(ana)
  await page.goto('/profile/edit')
  await here.click()
  await expect(here).toBeChecked()
  // Ana again, in a new session: the browser stays hers.
  await context.clearCookies()
  await signInAs(ana)
  const told = page.waitForResponse(
    reply => reply.request().method() === 'POST' && reply.url().endsWith('/api/push/devices'),
  )
  await page.goto('/profile/edit')
  await told
  await expect(here).toBeChecked()

  await context.clearCookies()
  await signInAs(ben)
  await page.goto('/')
  await expect.poll(subscribed).toBe(false)
  await page.goto('/profile/edit')
  await expect(here).not.toBeChecked()
  await context.clearCookies()
  await signInAs(ana)
  await expect.poll(async () => (await pushState(page)).devices).toEqual([])
})
