import { useId } from 'react'
import type { AlertForm } from '#contract/alerts.ts'
import { AlertBanner } from '#web/features/alerts/alert-banner.tsx'
import { targetsOf } from './severities.tsx'

/** An alert as it will appear, and where. */
export function AlertPreview({ draft }: { draft: AlertForm }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="font-sans font-semibold !text-[0.9375rem]">
        Preview
      </h3>
      <p className="mt-1 mb-2 text-muted text-sm">{whereabouts(draft)}</p>
      <div className="wrap-anywhere rounded-md border border-line bg-paper p-4">
        <AlertBanner
          alert={{
            ...draft,
            title: draft.title.trim() || 'Title',
            message: draft.message.trim() || 'Your message stands here.',
          }}
        />
      </div>
    </section>
  )
}

function whereabouts(draft: AlertForm): string {
  const [first, second] = targetsOf(draft)
  if (first === 'None') return 'It is shown nowhere: choose the login page or the entire system.'
  const where = second
    ? 'on the login page and in the corner of every page'
    : draft.showOnLogin
      ? 'on the login page'
      : 'in the corner of every page'
  return draft.isActive ? `Everybody sees it ${where} within a minute.` : `Once active, it is shown ${where}.`
}
