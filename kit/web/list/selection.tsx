import { type ReactNode, useState } from 'react'
import { Button } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/inputs/checkbox.tsx'

/** The ids of the selected rows; kept across pages. */
export interface Selection<Id = number> {
  ids: ReadonlySet<Id>
  set: (ids: readonly Id[], chosen: boolean) => void
  clear: () => void
}

export function useSelection<Id = number>(): Selection<Id> {
  const [ids, setIds] = useState<ReadonlySet<Id>>(new Set())
  return {
    ids,
    set: (changed, chosen) =>
      setIds(before => {
        const after = new Set(before)
        for (const id of changed) {
          if (chosen) after.add(id)
          else after.delete(id)
        }
        return after
      }),
    clear: () => setIds(new Set()),
  }
}

interface TickProps<Id> {
  ids: readonly Id[]
  label: string
  showLabel?: boolean
  selection: Selection<Id>
  disabled?: boolean
}

/** Selects one row, or several. */
export function Tick<Id = number>({ ids, label, showLabel, selection, disabled }: TickProps<Id>) {
  const chosen = ids.filter(id => selection.ids.has(id)).length
  return (
    <span className="contents print:hidden">
      <Checkbox
        label={label}
        hideLabel={!showLabel}
        disabled={disabled}
        checked={chosen === ids.length}
        indeterminate={chosen > 0 && chosen < ids.length}
        onChange={event => selection.set(ids, event.target.checked)}
      />
    </span>
  )
}

export function SelectionBar({ selection, actions }: { selection: Selection; actions: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-terracotta-tint py-1.5 pr-2 pl-4 text-terracotta-ink">
      <p role="status" className="mr-auto font-semibold tabular-nums">
        {selection.ids.size.toLocaleString('en-US')} selected
      </p>
      {actions}
      <Button variant="quiet" size="small" onClick={selection.clear}>
        Clear
      </Button>
    </div>
  )
}
