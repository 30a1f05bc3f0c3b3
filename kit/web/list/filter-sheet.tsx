import { type ReactNode, useState } from 'react'
import { counted } from '#kit/rules/texts/counted.ts'
import { LabelsShown } from '#kit/web/forms/field.tsx'
import { Dialog } from '#kit/web/overlays/dialog.tsx'
import { useLocation } from '#kit/web/router/router.ts'
import { urlParams } from '#kit/web/router/search-params.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { LiveText } from '#kit/web/ui/live-text.tsx'
import type { ListState } from './list-state.ts'

interface FilterSheetProps {
  noun: readonly [one: string, many: string]
  list: Pick<ListState<unknown, never>, 'rows' | 'total' | 'isStale' | 'isFiltered' | 'showAll'>
  onClose: () => void
  children: ReactNode
}

/** A list's filters and order on phones; the list behind follows each choice. */
export function FilterSheet({ noun, list, onClose, children }: FilterSheetProps) {
  const { href } = useLocation()
  const [opened] = useState(href)
  // Choices are kept in the sheet's own history entry: going back would undo them.
  const close = () => (href === opened ? onClose() : urlParams.refine({ filter: undefined }))
  const found = list.rows && counted(list.total, ...noun)
  return (
    <Dialog
      onClose={close}
      title="Filter"
      focusesPanel
      footer={
        <>
          <Button disabled={!list.isFiltered} onClick={list.showAll}>
            Clear
          </Button>
          <Button variant="primary" onClick={close}>
            Show {list.rows && list.total.toLocaleString('en-US')}
            <span className="sr-only">{list.total === 1 ? noun[0] : noun[1]}</span>
          </Button>
        </>
      }
    >
      <LiveText>{found && !list.isStale ? found : ''}</LiveText>
      <LabelsShown value={true}>
        <div className="flex flex-col gap-5 *:w-full *:max-w-none">{children}</div>
      </LabelsShown>
    </Dialog>
  )
}
