import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import type { ImportResult } from '#contract/fields.ts'
import { useCampusName } from '#web/kit/campus-name.ts'
import { counted } from '#web/lib/counted.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

interface ImportOutcomeProps {
  result: ImportResult
  /** Where they came from: the file's name, or a service. */
  source: string
  /** What was left out, one of it. */
  faulty: string
  campusCode: string
}

/** What an import did, until the next one begins. */
export function ImportOutcome({ result, source, faulty, campusCode }: ImportOutcomeProps) {
  const { imported, skipped, errors, toLocate = 0 } = result
  const campusName = useCampusName()(campusCode)
  return (
    <Card className="flex flex-col gap-3 p-5" role="status">
      <p className="flex items-center gap-2.5 font-semibold text-lg text-olive-ink">
        <CircleCheck aria-hidden="true" className="size-6 shrink-0" />
        Import successful
      </p>
      <ul className="flex flex-col gap-1">
        <li>
          <strong>{importedLabel(imported)}</strong> from <span className="break-all">{source}</span> for{' '}
          {campusName}.
        </li>
        {skipped > 0 && <li>{counted(skipped, 'duplicate was', 'duplicates were')} skipped.</li>}
        {toLocate > 0 && (
          <li>
            {counted(toLocate, 'address is', 'addresses are')} being located and measured in the background.
            Distance Recalculation shows super-users how far that is.
          </li>
        )}
        {errors.length > 0 && <li>{counted(errors.length, `${faulty} was`, `${faulty}s were`)} left out:</li>}
      </ul>
      {errors.length > 0 && (
        <ul
          aria-label="What was left out"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          className="max-h-56 overflow-y-auto rounded-sm bg-sunken px-4 py-2 text-sm"
        >
          {errors.map(({ row, message }) => (
            <li key={row} className="break-words py-0.5">
              {message}
            </li>
          ))}
        </ul>
      )}
      <Link
        to="/admin"
        search={{ section: 'restaurants', campusCode }}
        className={buttonClass({ className: 'self-start' })}
      >
        Show the restaurants of {campusName}
      </Link>
    </Card>
  )
}

export const importedLabel = (count: number) =>
  counted(count, 'restaurant was imported', 'restaurants were imported')
