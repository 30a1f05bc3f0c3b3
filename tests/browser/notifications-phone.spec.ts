import type { BrowserContext, Page, Worker } from '@playwright/test'
import { expect, expectAccessible, test } from './fixtures.ts'

test.use({ serviceWorkers: 'allow' })

/** Lets the browser, which may have no screen to notify on, subscribe without a push service. */
async function subscribeLocally(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    Notification.requestPermission = async () => 'granted'
    const stored = () => JSON.parse(localStorage.getItem('test-subscription') ?? 'null')
    const present = (json: { key: string }) => ({
      ...json,
      options: { applicationServerKey: Uint8Array.from(atob(json.key), sign => sign.charCodeAt(0)).buffer },
      toJSON: () => json,
      unsubscribe: async () => {
        localStorage.removeItem('test-subscription')
        return true
      },
    })
    const base64 = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
    PushManager.prototype.getSubscription = async () => (stored() ? present(stored()) : null) as never
    PushManager.prototype.subscribe = async options => {
      const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, [
        'deriveBits',
      ])
      const url = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
      const given = String(options?.applicationServerKey).replaceAll('-', '+').replaceAll('_', '/')
      const json = {
        endpoint: `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`,
        expirationTime: null,
        key: given,
        keys: {
          p256dh: url(base64(await crypto.subtle.exportKey('raw', pair.publicKey))),
          auth: url(base64(crypto.getRandomValues(new Uint8Array(16)).buffer)),
        },
      }
      localStorage.setItem('test-subscription', JSON.stringify(json))
      return present(json) as never
    }
  })
}

/** Delivers a message as a push service would, decrypted. */
async function deliver(page: Page, payload: object): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const registered = new Promise<string>(resolve => {
    client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    })
  })
  await client.send('ServiceWorker.enable')
  const registrationId = await registered
  const origin = new URL(page.url()).origin
  await client.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId,
    data: JSON.stringify(payload),
  })
}

type Shown = { title: string; body: string; tag: string }

/** The notifications that a worker shows, of which one replaces another with its tag. */
async function notificationsOf(worker: Worker): Promise<() => Promise<Shown[]>> {
  await worker.evaluate(() => {
    const shown = new Map<string, object>()
    const registration = (self as unknown as ServiceWorkerGlobalScope).registration
    registration.showNotification = async (title, options = {}) => {
      shown.set(options.tag ?? '', { title, ...options, close: () => shown.delete(options.tag ?? '') })
    }
    registration.getNotifications = async () => [...shown.values()] as Notification[]
  })
  return () =>
    worker.evaluate(async () => {
      const notifications = await (
        self as unknown as ServiceWorkerGlobalScope
      ).registration.getNotifications()
      return notifications.map(({ title, body, tag }) => ({ title, body, tag }))
    })
}

/** Taps the only notification. */
const tapNotification = (worker: Worker) =>
  worker.evaluate(async () => {
    const [notification] = await (self as unknown as ServiceWorkerGlobalScope).registration.getNotifications()
    // The browser's own event takes no notification but its own.
    const event = Object.assign(new Event('notificationclick'), { notification, waitUntil: () => {} })
    self.dispatchEvent(event)
  })

test('notifications are switched on in the profile, and a tap opens the lunch in the open window', async ({
  page,
  context,
  newPerson,
  signInAs,
}) => {
  await subscribeLocally(context)
  await signInAs(await newPerson())
  await page.goto('/profile/edit')
  const section = page.getByRole('region', { name: 'Notifications', exact: true })
  const here = section.getByRole('switch', { name: 'Notify me on this device' })
  await here.scrollIntoViewIfNeeded()
  await expect(here).not.toBeChecked()
  await expect(section.getByRole('button', { name: 'Send a test' })).toHaveCount(0)
  await here.click()
  await expect(here).toBeChecked()
  await expect(section.getByRole('button', { name: 'Send a test' })).toBeVisible()
  await expect(section.getByRole('checkbox', { checked: true })).toHaveCount(3)
  await section.getByRole('checkbox', { name: 'How was it?' }).check()
  await expect(section.getByText('Saved')).toBeVisible()
  await expectAccessible(page)

  await page.reload()
  await here.scrollIntoViewIfNeeded()
  await expect(here).toBeChecked()
  await expect(section.getByRole('checkbox', { checked: true })).toHaveCount(4)

  const notification = {
    title: 'Leaves at 12:05',
    body: 'Pho Vinh · 3 are going',
    tag: 'lunch-12',
    navigate: `${new URL(page.url()).origin}/?lunch=12`,
  }
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('no service worker')
  const shown = await notificationsOf(worker)
  const { navigate: _, ...visible } = notification
  await deliver(page, { web_push: 8030, notification })
  await expect.poll(shown).toEqual([visible])
  // The next one about the same lunch replaces it.
  await deliver(page, { web_push: 8030, notification: { ...notification, title: 'It is cancelled' } })
  await expect.poll(shown).toEqual([{ ...visible, title: 'It is cancelled' }])

  await tapNotification(worker)
  await expect(page).toHaveURL(/\/\?lunch=12$/)

  await page.goto('/profile/edit')
  await here.scrollIntoViewIfNeeded()
  await here.click()
  await expect(here).not.toBeChecked()
})

test('a browser in which notifications are blocked says what to do', async ({
  page,
  context,
  newPerson,
  signInAs,
}) => {
  await context.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' })
  })
  await signInAs(await newPerson())
  await page.goto('/profile/edit')
  const section = page.getByRole('region', { name: 'Notifications', exact: true })
  await section.scrollIntoViewIfNeeded()
  await expect(section.getByText('Notifications are blocked.')).toBeVisible()
  await expect(section.getByRole('switch')).toHaveCount(0)
  await expect(section.getByRole('checkbox', { checked: true })).toHaveCount(3)
})
