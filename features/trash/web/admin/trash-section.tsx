import { ArchiveRestore } from 'lucide-react'
import { useState } from 'react'
import { counted } from '#kit/rules/texts/counted.ts'
import { nameWithAddress, shortAddresses } from '#kit/rules/texts/place-names.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { FilterSelect } from '#kit/web/list/filter-select.tsx'
import { ListSection } from '#kit/web/list/list-section.tsx'
import { useList } from '#kit/web/list/list-state.ts'
import { idParams } from '#kit/web/list/row-actions.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { listTrash, purgeTrash, type TrashItem, trashDays, trashKinds } from '../../contract.ts'
import { trashKindLabels } from '../undo-toast.ts'
import { NotRestoredDialog } from './not-restored-dialog.tsx'
import { trashColumns } from './trash-rows.tsx'
import { type Restored, useRestore, useTicked } from './use-trash.ts'

export function TrashSection() {
  const list = useList(listTrash, { filters: ['kind'] })
  const selection = useTicked(list.rows ?? [])
  const restoring = useRestore()
  const purge = useWrite(purgeTrash, {
    touches: ['trash'],
    done: 'Deleted for good',
    failed: 'Failed to delete for good',
  })
  const [incomplete, setIncomplete] = useState<Restored>()

  const untick = (items: readonly TrashItem[]) =>
    selection.set(
      items.map(({ id }) => id),
      false,
    )
  const restore = (items: readonly TrashItem[]) => {
    if (restoring.isPending) return
    restoring.mutate(
      { items, name: items.length === 1 && items[0] ? nameOf(items[0]) : '' },
      {
        onSuccess: restored => {
          untick(items)
          if (restored.left.length > 0) setIncomplete(restored)
        },
      },
    )
  }
  const [only, ...others] = restoring.isPending ? restoring.variables.items : []
  const restoringId = others.length === 0 ? only?.id : undefined
  const addresses = shortAddresses(
    (list.loadedRows ?? []).flatMap(({ name, place }) => (place ? { ...place, name } : [])),
  )
  const nameOf = ({ name, place }: TrashItem) => nameWithAddress(name, addresses.get(place?.id ?? 0))
  return (
    <>
      <ListSection
        title="Trash"
        noun={['deleted item', 'deleted items']}
        list={list}
        searchLabel="Search the trash"
        filters={
          <FilterSelect
            name="kind"
            label="Kind"
            all="All kinds"
            options={trashKinds.map(kind => [kind, `${trashKindLabels[kind]}s`])}
          />
        }
        columns={trashColumns}
        nameOf={nameOf}
        selecting={{
          selection,
          nameOf: item => `${nameOf(item)}, ${trashKindLabels[item.kind].toLowerCase()}`,
          actions: (
            <Button
              size="small"
              icon={<ArchiveRestore />}
              busy={restoring.isPending}
              onClick={() => restore(selection.items)}
            >
              Restore selected
            </Button>
          ),
        }}
        moreActions={item => (
          <Button
            size="small"
            icon={<ArchiveRestore />}
            busy={restoringId === item.id}
            onClick={() => restore([item])}
            className="max-lg:ml-3"
          >
            Restore
            <span className="sr-only"> {nameOf(item)}</span>
          </Button>
        )}
        remove={{
          label: item => `Delete ${nameOf(item)} for good`,
          question: item => ({
            title: `Delete ${nameOf(item)} for good?`,
            text:
              item.kind === 'restaurant' && item.ratingCount > 0
                ? `This also deletes its ${counted(item.ratingCount, 'rating')}, and can’t be undone.`
                : 'This can’t be undone.',
            confirmLabel: 'Delete for good',
          }),
          run: async item => {
            await purge.mutateAsync(idParams(item))
            untick([item])
          },
        }}
        edit={false}
        empty={{
          title: 'The trash is empty',
          text: `Deleted restaurants, ratings and system alerts stay here for ${trashDays} days.`,
        }}
      />
      {incomplete && (
        <NotRestoredDialog restored={incomplete} nameOf={nameOf} onClose={() => setIncomplete(undefined)} />
      )}
    </>
  )
}
