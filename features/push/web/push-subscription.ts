import { call } from '#kit/web/api/call.ts'
import { readViewerCookie } from '#kit/web/api/viewer-cookie.ts'
import { readStored, writeStored } from '#kit/web/browser/device-storage.ts'
import { addPushDevice, getPush, removePushBrowser } from '../contract.ts'
import { findSubscription } from './find-subscription.ts'

/** Why this browser can't show notifications now, if it can't. */
export type PushSupport = 'yes' | 'insecure' | 'home-screen' | 'unsupported' | 'denied'
/** Why it isn't notified although it could be; trying again may help. */
export type PushTrouble = 'no-answer' | 'no-service'

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
export async function subscribe(publicKey?: string): Promise<PushSupport | PushTrouble> {
  const answer = await inTime(Notification.requestPermission()).catch(() => 'default')
  if (answer !== 'granted') return answer === 'denied' ? 'denied' : 'no-answer'
  const key = publicKey ?? (await call(getPush, { query: {} })).publicKey
  const subscription = await inTime(register(key)).catch(error => {
    console.warn(error)
    return undefined
  })
  if (!subscription) return 'no-service'
  await save(subscription)
  return 'yes'
}

async function register(publicKey: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register('/offline-worker.js')
  return subscribeWith(await navigator.serviceWorker.ready, publicKey)
}

/** Browsers may show their question where no one sees it, and wait for their push service for good. */
function inTime<T>(work: Promise<T>): Promise<T> {
  const tooLate = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The browser gave no answer')), 20_000)
  })
  return Promise.race([work, tooLate])
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
  if (subscription) await inTime(subscription.unsubscribe()).catch(() => undefined)
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
