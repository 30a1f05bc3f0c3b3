import { clsx } from 'clsx'
import type { Reply } from '#kit/contract/endpoint.ts'
import { starCount } from '#kit/rules/stars.ts'
import { counted } from '#kit/rules/texts/counted.ts'
import { isolated } from '#kit/rules/texts/isolated.ts'
import { distinctNames } from '#kit/rules/texts/place-names.ts'
import { Badge } from '#kit/web/ui/badge.tsx'
import type { importRatings } from '../../admin-ratings-contract.ts'

export type Preview = Reply<typeof importRatings>

const maxShown = 100

/** What importing a file would do. Unusable rows come first, since they need attention. */
export function ImportPreview({ rows = [], skipped, errors, remarks = [] }: Preview) {
  const counts = [
    [rows.filter(({ outcome }) => outcome === 'new').length, 'new'],
    [rows.filter(({ outcome }) => outcome === 'changed').length, 'changed'],
    [skipped, 'the same as before'],
    [errors.length, 'with errors'],
  ] as const
  const written = rows.filter(({ outcome }) => outcome !== 'same')
  const names = distinctNames(
    written.map(({ restaurantId: id, restaurantName: name, address }) => ({ id, name, address })),
  )
  return (
    <div className="flex flex-col gap-4">
      <ul role="list" aria-label="What the file would do" className="flex flex-wrap gap-2">
        {counts.map(([count, word]) => (
          <li key={word}>
            <Badge tone={count === 0 ? 'neutral' : word === 'with errors' ? 'brick' : 'olive'}>
              {count.toLocaleString('en-US')} {word}
            </Badge>
          </li>
        ))}
      </ul>
      <LeftOut title="Rows that are left out" rows={errors} noun="error" className="text-brick-ink" />
      <LeftOut title="Values that are left out" rows={remarks} noun="remark" />
      {written.length > 0 && (
        <section>
          <h3>Rows that are imported</h3>
          <ul role="list" className="mt-1 divide-y divide-line text-sm">
            {written.slice(0, maxShown).map(({ row, userName, restaurantId, value, outcome }) => (
              <li key={row} className="flex items-baseline gap-3 py-1.5">
                <span className="w-10 shrink-0 text-muted tabular-nums">{row}</span>
                <span className="min-w-0 flex-1 break-words">
                  {isolated(userName)}: {names.get(restaurantId)}, {starCount(value)}
                </span>
                <span className="shrink-0 text-muted">{outcome}</span>
              </li>
            ))}
            <More count={written.length} noun="row" />
          </ul>
        </section>
      )}
    </div>
  )
}

interface LeftOutProps {
  title: string
  rows: Preview['errors']
  noun: string
  className?: string
}

function LeftOut({ title, rows, noun, className }: LeftOutProps) {
  if (rows.length === 0) return null
  return (
    <section>
      <h3>{title}</h3>
      <ul role="list" className={clsx('mt-1 text-sm', className)}>
        {rows.slice(0, maxShown).map(({ message }) => (
          <li key={message} className="break-words py-0.5">
            {message}
          </li>
        ))}
        <More count={rows.length} noun={noun} />
      </ul>
    </section>
  )
}

function More({ count, noun }: { count: number; noun: string }) {
  if (count <= maxShown) return null
  return <li className="py-1.5 text-muted">...and {counted(count - maxShown, `more ${noun}`)}</li>
}
