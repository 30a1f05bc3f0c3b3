import { useSyncExternalStore } from 'react'
import { pushSupport, subscribe } from '#features/push/web/push-subscription.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { readStored, writeStored } from '#kit/web/browser/device-storage.ts'
import { type ToastMessage, toast } from '#kit/web/ui/toasts/toast-store.ts'

const offeredKey = 'push-offered'

const canOffer = () => pushSupport() === 'yes' && Notification.permission === 'default'

/** Whether this browser could be asked. Nothing tells when that changes: it is read whenever the component renders. */
export function useCanOfferPush(): boolean {
  const { push } = usePublicConfig()
  return useSyncExternalStore(never, canOffer) && push === true
}
const never = () => () => undefined

/** A button in the first 'You’re in' of this browser, and never again: it is also in the profile. */
export function offerPush(isOn: boolean | undefined): Partial<ToastMessage> {
  if (!isOn || !canOffer() || readStored(offeredKey) !== null) return {}
  writeStored(offeredKey, '1')
  return { duration: 12_000, action: { label: 'Tell me when it leaves', onClick: () => void acceptPush() } }
}

/** Must be called in a click: the browser asks. */
export async function acceptPush(): Promise<void> {
  const outcome = await subscribe().catch(() => 'no-service')
  if (outcome === 'yes') toast({ title: 'You’ll know when it leaves', variant: 'success' })
  else
    toast({
      title: 'Couldn’t switch notifications on',
      description: 'Your profile says what to do, under Notifications.',
      variant: 'destructive',
    })
}
