import { clsx } from 'clsx'
import { type ReactNode, useId } from 'react'
import { cardClass } from '#kit/web/ui/card.tsx'

interface PanelProps {
  title: string
  lead?: ReactNode
  /** Beside the title. */
  actions?: ReactNode
  /** With a larger title and wider margins: where panels are all that a page has. */
  roomy?: boolean
  children: ReactNode
}

/** A titled part of a page. */
export function Panel({ title, lead, actions, roomy = false, children }: PanelProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={cardClass('p-5 print:break-inside-avoid', roomy ? 'sm:p-7' : 'sm:p-6')}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id={id} className={clsx('mr-auto', !roomy && '!text-xl')}>
          {title}
        </h2>
        {actions}
      </div>
      {lead && <p className="mt-1 max-w-prose text-muted">{lead}</p>}
      <div className={roomy ? 'mt-5' : 'mt-4'}>{children}</div>
    </section>
  )
}
