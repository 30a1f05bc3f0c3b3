import { useEffect, useSyncExternalStore } from 'react'
import type { Alert } from '#contract/alerts.ts'
import { dismissalKey } from './alert-choice.ts'
import { useDismissals } from './dismissals.ts'
import { useAlerts } from './use-alerts.ts'

const listeners = new Set<() => void>()
let shown: readonly Alert[] = []
/** The alerts that stay above the form, also when they end; undefined while the form isn't used yet. */
let kept: readonly Alert[] | undefined

/** From now on, alerts neither push the form down nor let it move up, unless the viewer dismisses them. */
export function keepInline(): void {
  if (!kept) change(shown)
}

export const releaseInline = (): void => change(undefined)

function change(next: typeof kept): void {
  kept = next
  for (const listener of listeners) listener()
}

const useKept = () =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => kept,
  )

/** The alerts above a form. */
export function useInlineAlerts(): readonly Alert[] {
  const current = useAlerts('inline')
  const dismissed = useDismissals()
  const alerts = useKept()?.filter(alert => !dismissed.includes(dismissalKey(alert))) ?? current
  useEffect(() => {
    shown = alerts
  })
  return alerts
}

/** Of the alerts that are meant to be above a form, those that came too late for that. */
export function useLateAlerts(): readonly Alert[] {
  const current = useAlerts('inline')
  const keys = useKept()?.map(dismissalKey)
  return keys ? current.filter(alert => !keys.includes(dismissalKey(alert))) : []
}
