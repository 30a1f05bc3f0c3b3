import { counted } from '#web/lib/counted.ts'
import { ActionBar } from '#web/shared/admin/action-bar.tsx'
import { Button } from '#web/ui/button.tsx'

interface SaveBarProps {
  count: number
  userName: string
  busy: boolean
  onSave: () => void
  onDiscard: () => void
}

/** A sticky bar that says how many ratings will be saved, and for whom. */
export function SaveBar({ count, userName, busy, onSave, onDiscard }: SaveBarProps) {
  const ratings = counted(count, 'rating')
  return (
    <ActionBar>
      <p role="status" className="min-w-0 flex-1 break-words leading-snug max-sm:basis-full">
        {count === 0 ? (
          <span className="text-muted">No ratings to save</span>
        ) : (
          <>
            <strong className="tabular-nums">{ratings}</strong> will be saved for {userName}
          </>
        )}
      </p>
      {count > 0 && !busy && (
        <Button variant="quiet" onClick={onDiscard}>
          Discard
        </Button>
      )}
      <Button variant="primary" disabled={count === 0} busy={busy} onClick={onSave} className="max-sm:flex-1">
        {count === 0 ? 'Save ratings' : `Save ${ratings}`}
      </Button>
    </ActionBar>
  )
}
