import { type ReactNode, useId } from 'react'
import { cardClass } from '#kit/web/ui/card.tsx'

interface PanelProps {
  title: string
  lead?: ReactNode
  /** Beside the title. */
  actions?: ReactNode
  children: ReactNode
  className?: string
}

/** A titled part of a section. */
export function Panel({ title, lead, actions, children, className }: PanelProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={cardClass('print:break-inside-avoid', className ?? 'p-5 sm:p-6')}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id={id} className="mr-auto !text-xl">
          {title}
        </h2>
        {actions}
      </div>
      {lead && <p className="mt-1 max-w-prose text-muted">{lead}</p>}
      <div className="mt-4">{children}</div>
    </section>
  )
}
