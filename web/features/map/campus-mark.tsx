import { Church } from 'lucide-react'
import type { Point } from '#domain/distance.ts'
import { Placed } from './placed.tsx'

/** Marks the campus with a dark seal, unlike any pin. */
export function CampusMark({ name, at }: { name: string; at: Point }) {
  return (
    <Placed at={at} aria-hidden="true">
      <span className="absolute grid size-10 -translate-1/2 place-items-center rounded-full bg-ink text-paper outline-4 outline-raised/80">
        <Church className="size-5" />
      </span>
      <span className="absolute top-7 w-max max-w-40 -translate-x-1/2 truncate rounded-full bg-raised/90 px-2.5 py-0.5 font-semibold font-serif text-sm">
        {name}
      </span>
    </Placed>
  )
}
