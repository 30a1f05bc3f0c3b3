import { ArchiveRestore } from 'lucide-react'
import { useState } from 'react'
import { listTrash, type TrashItem, trashDays, trashKinds } from '#contract/trash.ts'
import { AdminList } from '#web/kit/admin-list.tsx'
import { useList } from '#web/kit/list-state.ts'
import { useSearchParams } from '#web/lib/search-params.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/input.tsx'
import { LeftDialog } from './left-dialog.tsx'
import { PurgeDialog } from './purge-dialog.tsx'
import { kindLabels, TrashCard, trashColumns } from './trash-rows.tsx'
import { type Restored, useRestore, useTicked } from './use-trash.ts'

export function TrashSection() {
  const list = useList(listTrash, { filters: ['kind'] })
  const selection = useTicked(list.rows ?? [])
  const restoring = useRestore()
  const [doomed, setDoomed] = useState<TrashItem>()
  const [incomplete, setIncomplete] = useState<Restored>()

  const restore = (items: readonly TrashItem[]) => {
    if (restoring.isPending) return
    restoring.mutate(items, {
      onSuccess: restored => {
        selection.clear()
        if (restored.left.length > 0) setIncomplete(restored)
      },
    })
  }
  const [only, ...others] = restoring.isPending ? restoring.variables : []
  const acts = {
    restore: (item: TrashItem) => restore([item]),
    purge: setDoomed,
    busyId: others.length === 0 ? only?.id : undefined,
  }

  return (
    <>
      <AdminList
        title="Trash"
        noun={['deleted item', 'deleted items']}
        list={list}
        searchLabel="Search the trash"
        filters={<KindFilter />}
        columns={trashColumns(acts)}
        rowHeader="name"
        nameOf={({ name, kind }) => `${name}, ${kindLabels[kind].one.toLowerCase()}`}
        card={(item, tick) => <TrashCard item={item} tick={tick} acts={acts} />}
        selection={selection}
        selectionActions={
          <Button
            size="small"
            icon={<ArchiveRestore aria-hidden="true" />}
            busy={restoring.isPending}
            onClick={() => restore(selection.items)}
          >
            Restore selected
          </Button>
        }
        empty={{
          title: 'The trash is empty',
          text: `Deleted restaurants, ratings and system alerts stay here for ${trashDays} days.`,
        }}
      />
      <PurgeDialog item={doomed} onClose={() => setDoomed(undefined)} />
      <LeftDialog restored={incomplete} onClose={() => setIncomplete(undefined)} />
    </>
  )
}

function KindFilter() {
  const { search, refine } = useSearchParams()
  return (
    <Field label="Kind" hideLabel className="min-w-44 max-sm:flex-1">
      <Select
        value={String(search.kind ?? '')}
        onChange={event => refine({ kind: event.target.value, page: undefined })}
      >
        <option value="">All kinds</option>
        {trashKinds.map(kind => (
          <option key={kind} value={kind}>
            {kindLabels[kind].many}
          </option>
        ))}
      </Select>
    </Field>
  )
}
