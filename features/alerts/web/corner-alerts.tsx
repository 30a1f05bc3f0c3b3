import { clsx } from 'clsx'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import { counted } from '#kit/rules/texts/counted.ts'
import { AlertBanner } from './alert-banner.tsx'
import { useLateAlerts } from './late-alerts.ts'
import { dismiss, useAlerts } from './use-alerts.ts'

interface CornerAlertsProps {
  /** The page also shows inline alerts: don't repeat those in the corner, unless they come late. */
  excludesInline: boolean
}

/**
 * In the header of every page, where they cover no button and move nothing, whenever they come. The first one takes the
 * row; a click unfolds all of them in full, over the page.
 */
export function CornerAlerts({ excludesInline }: CornerAlertsProps) {
  const inline = useAlerts('inline')
  const late = useLateAlerts()
  const corner = useAlerts('corner')
  const alerts = excludesInline ? [...late, ...corner.filter(alert => !inline.includes(alert))] : corner
  const [isOpen, setOpen] = useState(false)
  const isUnfolded = isOpen && alerts.length > 0
  // Stays mounted while empty, so that new alerts are announced.
  return (
    <section
      aria-label="System alerts"
      aria-live="polite"
      className={clsx(alerts.length > 0 ? 'corner-alerts' : 'absolute', isUnfolded && 'unfolded')}
      onKeyDown={event => event.key === 'Escape' && setOpen(false)}
    >
      <div className="alert-list">
        {alerts.map((alert, index) => (
          <div key={alert.id} className={clsx(!isUnfolded && index > 0 && 'behind')}>
            <AlertBanner
              alert={alert}
              {...((isUnfolded || index === 0) && { onDismiss: () => dismiss(alert) })}
            />
          </div>
        ))}
        {alerts.length > 0 && (
          <button
            type="button"
            aria-expanded={isUnfolded}
            onClick={() => setOpen(!isUnfolded)}
            className="unfold"
          >
            <span className="sr-only">
              {alerts.length > 1 ? `Show ${counted(alerts.length, 'alert')}` : 'Show the whole alert'}
            </span>
            {alerts.length > 1 && !isUnfolded && <span aria-hidden="true">+{alerts.length - 1}</span>}
            {isUnfolded ? <ChevronUp /> : <ChevronDown />}
          </button>
        )}
      </div>
    </section>
  )
}
