import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { counted } from '#kit/rules/texts/counted.ts'
import { lazyDialog } from '#kit/web/lazy/lazy-dialog.tsx'
import { AlertBanner } from './alert-banner.tsx'
import { useLateAlerts } from './late-alerts.ts'
import { dismiss, useAlerts } from './use-alerts.ts'

const AlertsDialog = lazyDialog(async () => (await import('./alerts-dialog.tsx')).AlertsDialog)

interface CornerAlertsProps {
  /** The page also shows inline alerts: don't repeat those in the corner, unless they come late. */
  excludesInline: boolean
}

/**
 * In the header of every page, where they cover no button and move nothing, whenever they come. The first one takes the
 * row, cut where it is too long; a click shows all of them in full.
 */
export function CornerAlerts({ excludesInline }: CornerAlertsProps) {
  const inline = useAlerts('inline')
  const late = useLateAlerts()
  const corner = useAlerts('corner')
  const alerts = excludesInline ? [...late, ...corner.filter(alert => !inline.includes(alert))] : corner
  const [isOpen, setOpen] = useState(false)
  const count = alerts.length
  if (isOpen && count === 0) setOpen(false)
  // Stays mounted while empty, so that new alerts are announced.
  return (
    <section
      aria-label="System alerts"
      aria-live="polite"
      className={count > 0 ? 'corner-alerts relative h-11 min-w-0 flex-1' : 'absolute'}
    >
      {alerts.map((alert, index) =>
        index === 0 ? (
          <AlertBanner key={alert.id} alert={alert} onDismiss={() => dismiss(alert)} className={rowClass} />
        ) : (
          <AlertBanner key={alert.id} alert={alert} className={heardClass} />
        ),
      )}
      {count > 0 && (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
          className="absolute inset-y-0 right-11 left-0 flex items-center justify-end gap-1 rounded-md font-semibold text-[0.8125rem]"
        >
          <span className="sr-only">
            {count > 1 ? `Show ${counted(count, 'alert')}` : 'Show the whole alert'}
          </span>
          {count > 1 && <span aria-hidden="true">+{count - 1}</span>}
          <ChevronDown className="size-4" />
        </button>
      )}
      {/* Mounted, so that its code is there when the connection is lost. */}
      {count > 0 && <AlertsDialog open={isOpen} alerts={alerts} onClose={() => setOpen(false)} />}
    </section>
  )
}

/** With room for the count and the chevron. On phones the color and a word for screen readers say how severe it is. */
const rowClass = clsx(
  'h-11 !items-center !gap-2 !py-0 !pl-2.5 text-[min(0.8125rem,max(13px,4.5vw))]/[1.4]',
  'max-md:[&>svg]:hidden [&>div]:pr-6 [&_p]:truncate',
)

/** Heard, not seen: the others, until they are opened. As wide as the row, so that the text has its lines. */
const heardClass = 'pointer-events-none absolute inset-0 overflow-hidden [clip-path:inset(50%)]'
