import type { BrowserContext, Page } from '@playwright/test'
import { expect, expectAccessible, test } from './fixtures.ts'

test.use({ serviceWorkers: 'allow', permissions: ['notifications'] })

/** Lets the browser subscribe without a push service: only the messages of one are missing. */
async function subscribeLocally(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
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
  await deliver(page, { web_push: 8030, notification })
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }))
    })
  const { navigate: _, ...visible } = notification
  await expect.poll(shown).toEqual([visible])
  // The next one about the same lunch replaces it.
  await deliver(page, { web_push: 8030, notification: { ...notification, title: 'It is cancelled' } })
  await expect.poll(shown).toEqual([{ ...visible, title: 'It is cancelled' }])

  const [worker] = context.serviceWorkers()
  await worker?.evaluate(`self.registration.getNotifications().then(([notification]) => {
    self.dispatchEvent(new NotificationEvent('notificationclick', { notification }))
  })`)
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
