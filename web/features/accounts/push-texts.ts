import type { PushSupport } from '#web/api/push-subscription.ts'

/** Why this browser can't show notifications, and what to do about it. */
export const blockedText: Record<Exclude<PushSupport, 'yes'>, string> = {
  insecure: 'Notifications need a secure connection. Open this page with https:// in its address.',
  'home-screen':
    'On an iPhone or iPad, notifications need the app on the home screen: tap Share, then “Add to Home Screen”, and open it from there.',
  unsupported:
    'This browser can’t show notifications. Try a current version of Chrome, Edge, Firefox or Safari.',
  denied:
    'Notifications are blocked. Allow them for this site in your browser’s settings, then come back here.',
}
