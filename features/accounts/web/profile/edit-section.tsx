import { type ReactNode, useEffect, useId, useRef } from 'react'
import { cardClass } from '#kit/web/ui/card.tsx'

interface EditSectionProps {
  title: string
  lead?: ReactNode
  children: ReactNode
  /** The part of an address after the '#' that leads here. */
  anchor?: string
  /** Whether what is above and in it has its height. */
  isReady?: boolean
}

/** One section of the profile editor. */
export function EditSection({ title, lead, children, anchor, isReady = true }: EditSectionProps) {
  const id = useId()
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isReady && anchor !== undefined && location.hash === `#${anchor}`) section.current?.scrollIntoView()
  }, [anchor, isReady])
  return (
    <section ref={section} id={anchor} aria-labelledby={id} className={cardClass('scroll-mt-24 p-5 sm:p-7')}>
      <h2 id={id}>{title}</h2>
      {lead && <p className="mt-1 text-muted">{lead}</p>}
      <div className="mt-5">{children}</div>
    </section>
  )
}
