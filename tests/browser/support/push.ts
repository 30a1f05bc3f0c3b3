import type { BrowserContext, Page, Worker } from '@playwright/test'

/** What tests need of a service worker's global scope, which the types of pages lack. */
export type WorkerScope = { registration: ServiceWorkerRegistration }

/** Lets the browser, which may have no screen to notify on, subscribe without a push service. */
export async function subscribeLocally(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const permission = () => localStorage.getItem('test-permission') ?? 'default'
    Object.defineProperty(Notification, 'permission', { get: permission })
    Notification.requestPermission = async () => {
      localStorage.setItem('test-permission', 'granted')
      return 'granted'
    }
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
export async function deliver(page: Page, payload: object): Promise<void> {
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
export async function notificationsOf(worker: Worker): Promise<() => Promise<Shown[]>> {
  await worker.evaluate(() => {
    const shown = new Map<string, object>()
    const registration = (self as unknown as WorkerScope).registration
    registration.showNotification = async (title, options = {}) => {
      shown.set(options.tag ?? '', { title, ...options, close: () => shown.delete(options.tag ?? '') })
    }
    registration.getNotifications = async () => [...shown.values()] as Notification[]
  })
  return () =>
    worker.evaluate(async () => {
      const notifications = await (self as unknown as WorkerScope).registration.getNotifications()
      return notifications.map(({ title, body, tag }) => ({ title, body, tag }))
    })
}

/** Taps the only notification. */
export const tapNotification = (worker: Worker) =>
  worker.evaluate(async () => {
    const [notification] = await (self as unknown as WorkerScope).registration.getNotifications()
    // The browser's own event takes no notification but its own.
    const event = Object.assign(new Event('notificationclick'), { notification, waitUntil: () => {} })
    self.dispatchEvent(event)
  })

/** Taps it while no window is open, and returns where a new one is opened. */
export const tapWithoutWindow = (worker: Worker) =>
  worker.evaluate(async () => {
    const { clients, registration } = self as unknown as WorkerScope & { clients: Record<string, unknown> }
    const [notification] = await registration.getNotifications()
    return new Promise<string>(resolve => {
      clients.matchAll = async () => []
      clients.openWindow = async (path: string) => resolve(path)
      self.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil: () => {} }))
    })
  })

/** What the server knows of the signed-in user's devices. */
export const pushState = async (page: Page): Promise<{ devices: unknown[] }> =>
  (await page.request.get('/api/push')).json()
