import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { isolated } from '#kit/rules/texts/isolated.ts'
import { Link } from '#kit/web/router/link.tsx'
import { Panel } from '#kit/web/section/panel.tsx'
import { Button, buttonClass } from '#kit/web/ui/button.tsx'
import type { DistanceFailure } from '../contract.ts'

const initialCount = 25

interface FailedAddressesProps {
  title: string
  /** What the administrator can do about them. */
  lead: string
  failures: readonly DistanceFailure[]
}

/** Restaurants that couldn't be located or measured, each with the reason and a link to fix it. */
export function FailedAddresses({ title, lead, failures }: FailedAddressesProps) {
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? failures : failures.slice(0, initialCount)
  return (
    <Panel title={title} lead={lead}>
      <ul role="list" className="divide-y divide-line">
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
              className={buttonClass({ size: 'small' })}
            >
              <Pencil />
              Edit
              <span className="sr-only">
                {' '}
                {isolated(name)}, {address}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {shown.length < failures.length && (
        <Button className="mt-3" onClick={() => setShowsAll(true)}>
          Show all {failures.length.toLocaleString('en-US')}
        </Button>
      )}
    </Panel>
  )
}
