import { Church } from 'lucide-react'
import type { Pixels } from '#domain/map-view.ts'

/** The campus, unlike any pin: a dark seal. */
export function CampusMark({ name, at }: { name: string | null; at: Pixels }) {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute top-0 left-0"
      style={{ transform: `translate(${at.x}px, ${at.y}px)` }}
    >
      <span className="absolute grid size-10 -translate-1/2 place-items-center rounded-full bg-ink text-paper outline-4 outline-raised/80">
        <Church className="size-5" />
      </span>
      {name && (
        <span className="absolute top-7 max-w-40 -translate-x-1/2 truncate rounded-full bg-raised/90 px-2.5 py-0.5 font-semibold font-serif text-sm">
          {name}
        </span>
      )}
    </div>
  )
}
