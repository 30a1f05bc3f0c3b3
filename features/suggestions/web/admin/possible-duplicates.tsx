import { Link } from '#kit/web/router/link.tsx'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import type { AdminSuggestion } from '../../contract.ts'

interface PossibleDuplicatesProps {
  suggestion: AdminSuggestion
  /** Called when it is one of these, with a reply that says so. */
  onSame: (reply: string) => void
}

/** Existing restaurants of the campus that may be the requested one. */
export function PossibleDuplicates({ suggestion: { doubles }, onSame }: PossibleDuplicatesProps) {
  if (doubles.length === 0) return null
  return (
    <section aria-labelledby="doubles" className="rounded-md border border-saffron bg-saffron-tint p-4">
      <h3 id="doubles" className="text-base text-saffron-ink">
        It may already be in the list
      </h3>
      <ul role="list" className="mt-2 flex flex-col gap-3">
        {doubles.map(({ id, name, address, disabled }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <span className="wrap-anywhere min-w-0">
              <Link
                to="/admin"
                search={{ section: 'restaurants', edit: String(id) }}
                className="font-semibold underline underline-offset-4"
              >
                {name}
              </Link>
              {disabled && (
                <Badge tone="brick" className="ml-2 align-middle">
                  Inactive
                </Badge>
              )}
              <span className="block text-sm">{address}</span>
            </span>
            <Button size="small" onClick={() => onSame(`It is already in the list: ${name}, ${address}.`)}>
              It’s this one
              <span className="sr-only">
                : {name}, {address}
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
