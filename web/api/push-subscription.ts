import { addPushDevice, getPush, removePushBrowser } from '#contract/push.ts'
import { readStored, writeStored } from '#web/lib/device-storage.ts'
import { call } from './call.ts'
import { findSubscription } from './find-subscription.ts'
import { readViewerCookie } from './viewer-cookie.ts'

/** Why this browser can't show notifications now, if it can't. */
export type PushSupport = 'yes' | 'insecure' | 'home-screen' | 'unsupported' | 'denied'

export function pushSupport(): PushSupport {
  if (!window.isSecureContext) return 'insecure'
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isAppleTouch() && !isOnHomeScreen() ? 'home-screen' : 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : 'yes'
}

// iPads pretend to be Macs, which have no touch screens.
const isAppleTouch = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
const isOnHomeScreen = () => matchMedia('(display-mode: standalone)').matches

/** Asks the browser, which must be in a click, and has this browser notified. Returns what came of it. */
export async function subscribe(publicKey?: string): Promise<PushSupport | 'dismissed'> {
  const answer = await Notification.requestPermission()
  if (answer !== 'granted') return answer === 'denied' ? 'denied' : 'dismissed'
  const key = publicKey ?? (await call(getPush, { query: {} })).publicKey
  await navigator.serviceWorker.register('/offline-worker.js')
  await save(await subscribeWith(await navigator.serviceWorker.ready, key))
  return 'yes'
}

async function subscribeWith(
  { pushManager }: ServiceWorkerRegistration,
  publicKey: string,
): Promise<PushSubscription> {
  const before = await pushManager.getSubscription()
  if (before && keyOf(before) === publicKey) return before
  // A browser keeps one subscription, and rejects another key.
  await before?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

async function save(subscription: PushSubscription): Promise<void> {
  const { endpoint = '', keys = {} } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys
  await call(addPushDevice, { body: { endpoint, keys: { p256dh, auth } } })
  writeStored(savedFor, viewerOf())
}

/** For whom and in which session the server was last told of this browser: it ends with that one. */
const savedFor = 'push-session'
const viewerOf = (): string => {
  const viewer = readViewerCookie()
  return viewer ? `${viewer.id}.${viewer.sessionFingerprint}` : ''
}

export async function unsubscribe(): Promise<void> {
  const subscription = await findSubscription()
  await subscription?.unsubscribe().catch(() => undefined)
}

/** The SHA-256 of the subscription's endpoint, base64url; undefined without one. */
export async function endpointHash(): Promise<string | undefined> {
  const subscription = await findSubscription()
  if (!subscription) return undefined
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(subscription.endpoint))
  return base64url(hash)
}

/**
 * Ends the subscription of another person who was signed in before, here and on the server. The viewer's own is renewed
 * if the installation has another key now, and the server is told of a new session.
 */
export async function keepSubscription(): Promise<void> {
  const subscription = await findSubscription()
  if (!subscription) return
  const endpoint = await endpointHash()
  const { publicKey, devices } = await call(getPush, { query: endpoint === undefined ? {} : { endpoint } })
  const isCurrent = keyOf(subscription) === publicKey
  const stored = readStored(savedFor)
  // An installation with another key doesn't know any browser yet.
  const isOwn =
    devices.some(({ isThis }) => isThis) ||
    (!isCurrent && stored?.split('.')[0] === `${readViewerCookie()?.id}`)
  if (!isOwn) {
    await unsubscribe()
    await call(removePushBrowser, { body: { endpoint: subscription.endpoint } })
  } else if (Notification.permission === 'granted' && !(isCurrent && stored === viewerOf()))
    await save(await subscribeWith(await navigator.serviceWorker.ready, publicKey))
}

const keyOf = ({ options }: PushSubscription): string =>
  options.applicationServerKey ? base64url(options.applicationServerKey) : ''

const base64url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
