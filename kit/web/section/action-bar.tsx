import type { ReactNode } from 'react'
import { cardClass } from '#kit/web/ui/card.tsx'

/** Stays visible below a long list; shows the selection and its actions. */
export function ActionBar({ children }: { children: ReactNode }) {
  return (
    <div
      className={cardClass(
        'action-bar stays-in-sight tall:sticky bottom-[calc(var(--bottom-bar-height)+0.75rem)] z-20 flex flex-wrap items-center gap-x-4 gap-y-2 !shadow-floating p-3 pl-4',
      )}
    >
      {children}
    </div>
  )
}
