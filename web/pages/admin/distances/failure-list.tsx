import { Link } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import type { DistanceFailure } from '#contract/distances.ts'
import { Panel } from '#web/kit/panel.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'

const shownAtFirst = 25

/** The restaurants whose distance could not be calculated, each with the reason and a link to fix it. */
export function FailureList({ failures }: { failures: readonly DistanceFailure[] }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? failures : failures.slice(0, shownAtFirst)
  return (
    <Panel
      title="Failed addresses"
      lead="Correct the address or set the position in the restaurant’s form, then recalculate. Or enter distance and travel time yourself."
    >
      <ul className="divide-y divide-line">
        {shown.map(({ restaurantId, name, address, message }) => (
          <li key={restaurantId} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0">
            <div className="wrap-anywhere min-w-0 flex-1 basis-64">
              <p className="font-semibold">{name}</p>
              <p className="text-muted text-sm">{address}</p>
              <p className="mt-0.5 text-brick-ink text-sm">{message}</p>
            </div>
            <Link
              to="/admin"
              search={{ section: 'restaurants', edit: String(restaurantId) }}
              className={buttonClass({ size: 'small', className: 'gap-2' })}
            >
              <Pencil aria-hidden="true" />
              Edit<span className="sr-only"> {name}</span>
            </Link>
          </li>
        ))}
      </ul>
      {shown.length < failures.length && (
        <Button className="mt-3" onClick={() => setWhole(true)}>
          Show all {failures.length.toLocaleString('en-US')}
        </Button>
      )}
    </Panel>
  )
}
