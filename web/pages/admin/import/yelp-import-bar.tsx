import { Download } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { cardClass } from '#web/ui/card.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { toast } from '#web/ui/toast-store.ts'

interface YelpImportBarProps {
  count: number
  campusName: string
  /** While an import is under way. */
  progress: { done: number; total: number } | undefined
  onImport: () => void
  onClear: () => void
}

/** Stays in sight: how many are chosen, and the button that imports them. */
export function YelpImportBar({ count, campusName, progress, onImport, onClear }: YelpImportBarProps) {
  const look = cardClass(
    false,
    'action-bar sticky bottom-[calc(var(--bottom-bar-height)+0.75rem)] z-20 flex flex-wrap items-center gap-x-4 gap-y-2 !shadow-floating p-3 pl-4',
  )
  if (progress) {
    const { done, total } = progress
    const passed = done > 0 ? ` ${done.toLocaleString('en-US')} are done.` : ''
    return (
      <div className={look}>
        <div className="flex-1 pr-1">
          <Progress label={`Importing ${named(total)} for ${campusName}…${passed}`} />
        </div>
      </div>
    )
  }
  const start = () =>
    count === 0 ? toast({ title: 'No restaurants selected', variant: 'warning' }) : onImport()
  return (
    <div className={look}>
      <p role="status" className="min-w-0 flex-1 font-semibold tabular-nums max-sm:basis-full">
        {count === 0 ? (
          <span className="font-normal text-muted">Select what {campusName} is missing</span>
        ) : (
          `${count.toLocaleString('en-US')} selected`
        )}
      </p>
      {count > 0 && (
        <Button variant="quiet" onClick={onClear}>
          Clear
        </Button>
      )}
      <Button
        variant="primary"
        icon={<Download aria-hidden="true" />}
        onClick={start}
        className="max-sm:flex-1"
      >
        {count === 0 ? 'Import' : `Import ${named(count)}`}
      </Button>
    </div>
  )
}

const named = (count: number) =>
  count === 1 ? '1 restaurant' : `${count.toLocaleString('en-US')} restaurants`
