import { type ReactNode, useId } from 'react'
import { cardClass } from '#kit/web/ui/card.tsx'

interface EditSectionProps {
  title: string
  lead?: ReactNode
  children: ReactNode
}

/** One section of the profile editor. */
export function EditSection({ title, lead, children }: EditSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={cardClass('p-5 sm:p-7')}>
      <h2 id={id}>{title}</h2>
      {lead && <p className="mt-1 text-muted">{lead}</p>}
      <div className="mt-5">{children}</div>
    </section>
  )
}
