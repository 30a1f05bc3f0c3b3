import { type ReactNode, useEffect, useRef } from 'react'
import { Count } from '#kit/web/ui/badge.tsx'

interface SectionHeadingProps {
  title: string
  /** How many there are, and of what, once known. */
  total?: { value: number; unit: string } | undefined
  /** Its buttons; on phones few enough to stand beside the title. */
  actions?: ReactNode
}

/** Focus stays in these if the user opened them while the section was loading. */
const openOverlays = '[role$="dialog"], [role="menu"][data-state="open"]'

export function SectionHeading({ title, total, actions }: SectionHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // After navigation by a menu, screen readers should announce the heading. On a fresh load, the browser sets
  // the focus.
  useEffect(() => {
    const { activeElement } = document
    if (activeElement === document.body || activeElement?.closest(openOverlays)) return
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-2 gap-y-3 md:gap-x-4">
      <h1
        ref={heading}
        tabIndex={-1}
        className="mr-auto flex items-center gap-2 md:gap-3 !text-2xl md:!text-3xl"
      >
        {title}
        {total && <Count value={total.value} unit={total.unit} />}
      </h1>
      {actions && <div className="ml-auto flex flex-wrap md:gap-2">{actions}</div>}
    </div>
  )
}
