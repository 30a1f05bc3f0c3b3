import { useEffect } from 'react'
import { createStore, useStore } from '#kit/web/browser/store.ts'
import type { Alert } from '../contract.ts'
import { dismissalKey } from './alert-choice.ts'
import { useAlerts, useDismissals } from './use-alerts.ts'

let shown: readonly Alert[] = []
/** The alerts that stay above the form, also when they end; undefined while the form isn't used yet. */
const kept = createStore<readonly Alert[] | undefined>(undefined)

/** From now on, alerts neither push the form down nor let it move up, unless the viewer dismisses them. */
export function keepInline(): void {
  if (!kept.get()) kept.set(shown)
}

export const releaseInline = (): void => kept.set(undefined)

/** The alerts above a form. */
export function useInlineAlerts(): readonly Alert[] {
  const current = useAlerts('inline')
  const isDismissed = useDismissals()
  const alerts = useStore(kept)?.filter(alert => !isDismissed(alert)) ?? current
  useEffect(() => {
    shown = alerts
  })
  return alerts
}

/** Of the alerts that are meant to be above a form, those that came too late for that. */
export function useLateAlerts(): readonly Alert[] {
  const current = useAlerts('inline')
  const keys = useStore(kept)?.map(dismissalKey)
  return keys ? current.filter(alert => !keys.includes(dismissalKey(alert))) : []
}
