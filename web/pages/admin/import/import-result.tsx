import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { importedLabel, type Preview } from './use-csv-import.ts'

interface ImportResultProps {
  result: Preview
  /** Where they came from: the file's name. */
  source: string
  /** What was left out, one and several of them. */
  faulty?: readonly [one: string, several: string]
  campus: { code: string; name: string }
}

/** What an import did, until the next one begins. */
export function ImportResult({ result, source, faulty, campus }: ImportResultProps) {
  const { imported, skipped, errors } = result
  const [one, several] = faulty ?? ['faulty row', 'faulty rows']
  return (
    <Card className="flex flex-col gap-3 p-5" role="status">
      <p className="flex items-center gap-2.5 font-semibold text-lg text-olive-ink">
        <CircleCheck aria-hidden="true" className="size-6 shrink-0" />
        Import successful
      </p>
      <ul className="flex flex-col gap-1">
        <li>
          <strong>{importedLabel(imported)}</strong> from <span className="break-all">{source}</span> for{' '}
          {campus.name}.
        </li>
        {skipped > 0 && <li>{counted(skipped, 'duplicate was', 'duplicates were')} skipped.</li>}
        {errors.length > 0 && <li>{counted(errors.length, `${one} was`, `${several} were`)} left out:</li>}
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
        search={{ section: 'restaurants', campusCode: campus.code }}
        className={buttonClass({ className: 'self-start' })}
      >
        Show the restaurants of {campus.name}
      </Link>
    </Card>
  )
}

const counted = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en-US')} ${many}`
