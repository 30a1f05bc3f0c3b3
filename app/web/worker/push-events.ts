/*
 * Shows notifications, and opens the lunch that one is about. Part of both workers. Safari shows a notification in the
 * declarative format itself; here it looks the same in other browsers.
 */

import { isOwnReply } from '#kit/web/api/own-reply.ts'

declare const self: ServiceWorkerGlobalScope

type Declared = { title: string; body?: string; navigate: string; tag?: string; lang?: string }

export function receivePushes(): void {
  self.addEventListener('push', event => {
    event.waitUntil(show(event))
  })
  self.addEventListener('notificationclick', event => {
    event.notification.close()
    event.waitUntil(open(String(event.notification.data?.navigate ?? '/')))
  })
  self.addEventListener('pushsubscriptionchange', event => {
    ;(event as ExtendableEvent).waitUntil(subscribeAgain())
  })
}

// A push without a notification would make browsers show one of their own, or take the permission away.
async function show({ data }: PushEvent): Promise<void> {
  const { title, body, navigate, tag, lang } = readDeclared(data)
  await self.registration.showNotification(title, {
    ...(body !== undefined && { body }),
    // Without `renotify`, a notification that replaces one with its tag does so silently.
    ...(tag && { tag, renotify: true }),
    ...(lang !== undefined && { lang }),
    icon: '/icons/icon-192.png',
    data: { navigate },
  })
}

function readDeclared(data: PushMessageData | null): Declared {
  try {
    const message = data?.json() as { notification?: Declared } | undefined
    if (typeof message?.notification?.title === 'string') return message.notification
  } catch {
    // Not ours.
  }
  return { title: 'There is news of your lunch', navigate: '/' }
}

/** In a window that is open, else in a new one. Never at another address than ours. */
async function open(address: string): Promise<void> {
  const { pathname, search } = new URL(address, self.location.origin)
  const path = `${pathname}${search}`
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = windows.find(({ focused }) => focused) ?? windows[0]
  if (!shown) return void (await self.clients.openWindow(path))
  await shown.focus().catch(() => undefined)
  // The page goes there itself, which keeps what is being typed. One that doesn't answer is an older page.
  if (await askToNavigate(shown, path)) return
  await shown.navigate(path).catch(() => self.clients.openWindow(path))
}

const patience = 1_000

function askToNavigate(page: WindowClient, path: string): Promise<boolean> {
  return new Promise(resolve => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(true)
    page.postMessage({ type: 'open', path }, [port2])
    setTimeout(() => resolve(false), patience)
  })
}

/** The browser has changed the endpoint: the server gets the new one, if someone is still signed in. */
async function subscribeAgain(): Promise<void> {
  const state = await fetch('/api/push')
  if (!state.ok || !isOwnReply(state)) return
  const { publicKey, devices } = (await state.json()) as { publicKey: string; devices: unknown[] }
  if (devices.length === 0) return
  const subscription = await self.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  await fetch('/api/push/devices', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(subscription),
  })
}
