import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BadgeTone } from '#kit/web/ui/badge.tsx'
import type { Alert, Severity } from '../../contract.ts'

export const severityLooks: Record<Severity, { label: string; tone: BadgeTone; icon: ReactNode }> = {
  info: { label: 'Info', tone: 'sky', icon: <Info /> },
  warning: { label: 'Warning', tone: 'saffron', icon: <TriangleAlert /> },
  danger: { label: 'Danger', tone: 'brick', icon: <CircleAlert /> },
}

/** Where an alert is shown while it is active. */
export function targetsOf({ showOnLogin, showCornerAlert }: Pick<Alert, 'showOnLogin' | 'showCornerAlert'>) {
  const targets = [...(showOnLogin ? ['Login Page'] : []), ...(showCornerAlert ? ['Entire System'] : [])]
  return targets.length > 0 ? targets : ['None']
}
