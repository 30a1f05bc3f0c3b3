import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { urlParams } from '#web/lib/search-params.ts'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/table.tsx'
import { AdminList, type AdminListProps, actionName } from './admin-list.tsx'
import {
  AddressDialog,
  actionsColumn,
  type DeleteAction,
  DeleteButton,
  type DialogProps,
  type EditAction,
  EditButton,
  EditDialog,
  idOf,
  RowCard,
  RowName,
  useDeleteDialog,
} from './row-actions.tsx'

/**
 * A column of a list; a sortable one must have one of the list's sort keys. `name` is the row's name, as a
 * button that opens the editor if the row may be edited.
 */
export type SectionColumn<Row, Key extends string> = Omit<Column<Row>, 'key' | 'cell' | 'sortable'> &
  ({ key: Key; sortable: true } | { key: string; sortable?: false }) & {
    cell: (row: Row, name: ReactNode) => ReactNode
  }

interface ListSectionProps<Row, Key extends string>
  extends Omit<AdminListProps<Row, Key>, 'columns' | 'card' | 'empty'> {
  columns: readonly SectionColumn<Row, Key>[]
  /** What a row shows below 1024 px. */
  card: (row: Row, name: ReactNode) => ReactNode
  empty: { title: string; text?: string }
  add: { label: string; icon?: ReactNode; dialog?: (props: DialogProps) => ReactNode }
  edit?: EditAction<Row>
  /** The dialog that both adds a row (`row` is undefined) and edits one. */
  dialog?: (row: Row | undefined, props: DialogProps) => ReactNode
  remove: DeleteAction<Row>
  /** Between edit and delete. */
  moreActions?: (row: Row) => ReactNode
  /** Shown instead of the actions, for a row that has none. */
  noActions?: (row: Row) => ReactNode
}

/** A list of Command Mode whose rows are added, edited and deleted in dialogs. */
export function ListSection<Row extends { id: number }, Key extends string>(
  props: ListSectionProps<Row, Key>,
) {
  const { columns, card, empty, add, edit = {}, dialog, remove, moreActions, noActions, ...list } = props
  const addDialog = add.dialog ?? (dialog && (dialogProps => dialog(undefined, dialogProps)))
  const editDialog = edit.dialog ?? dialog
  // Asks about the row's latest version, since the result of an edit may still be on its way when the dialog
  // opens.
  const question = (row: Row) => remove.question(props.list.loadedRows.find(({ id }) => id === row.id) ?? row)
  const deletion = useDeleteDialog({ ...remove, question })
  const idInAddress = edit.idInAddress ?? idOf
  const openEditor = (row: Row) => urlParams.open({ edit: idInAddress(row) })

  const actions = (row: Row) => {
    const name = actionName(props, row)
    return (
      noActions?.(row) ?? (
        <>
          <EditButton {...edit} row={row} name={name} onClick={() => openEditor(row)} />
          {moreActions?.(row)}
          <DeleteButton {...remove} row={row} name={name} onClick={() => deletion.ask(row)} />
        </>
      )
    )
  }
  const nameCell = (row: Row) => (
    <RowName onClick={edit.disabled?.(row) ? undefined : () => openEditor(row)}>{props.nameOf(row)}</RowName>
  )
  const addButton = (
    <Button
      variant="primary"
      icon={add.icon ?? <Plus />}
      onClick={() => urlParams.open({ add: props.noun[0] })}
    >
      {add.label}
    </Button>
  )

  return (
    <>
      <AdminList
        {...list}
        columns={[
          ...columns.map(column => ({
            ...column,
            cell: (row: Row) => column.cell(row, nameCell(row)),
          })),
          actionsColumn(actions),
        ]}
        card={(row, tick) => (
          <RowCard tick={tick} actions={actions(row)} actionsBelow={moreActions !== undefined}>
            {card(row, nameCell(row))}
          </RowCard>
        )}
        actions={
          <>
            {addButton}
            {list.actions}
          </>
        }
        empty={{ ...empty, action: addButton }}
      />
      {addDialog && (
        <AddressDialog name="add" value={props.noun[0]}>
          {addDialog}
        </AddressDialog>
      )}
      {editDialog && (
        <EditDialog rows={list.list.loadedRows} idInAddress={idInAddress}>
          {editDialog}
        </EditDialog>
      )}
      {deletion.dialog}
    </>
  )
}
