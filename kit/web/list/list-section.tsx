import { Pencil, Trash2 } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { isolated } from '#kit/rules/texts/isolated.ts'
import { useSticky } from '#kit/web/browser/state.ts'
import { param } from '#kit/web/router/params.ts'
import { urlParams, useParams } from '#kit/web/router/search-params.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { AdminList, type AdminListProps } from './admin-list.tsx'
import {
  AddressDialog,
  actionsColumn,
  type Deletion,
  type DialogProps,
  RowCard,
  RowName,
  useDeleteDialog,
} from './row-actions.tsx'
import type { Column } from './table.tsx'

/**
 * A column of a list; a sortable one must have one of the list's sort keys. `name` is the row's name, as a
 * button that opens the editor if the row may be edited.
 */
export type SectionColumn<Row, Key extends string> = Omit<Column<Row>, 'key' | 'cell' | 'sortable'> &
  ({ key: Key; sortable: true } | { key: string; sortable?: false }) & {
    cell: (row: Row, name: ReactNode) => ReactNode
  }

interface ListSectionProps<Row, Key extends string>
  extends Omit<AdminListProps<Row, Key>, 'columns' | 'card' | 'add'> {
  columns: readonly SectionColumn<Row, Key>[]
  /** What a row shows below 1024 px. */
  card: (row: Row, name: ReactNode) => ReactNode
  nameOf: (row: Row) => string
  /** Where names aren't unique in the list: the row's name, told apart from the others, as sentences have it. */
  distinctNameOf?: (row: Row) => string
  add: { label: string; icon?: ReactNode }
  edit?: {
    label?: (row: Row) => string
    icon?: ReactNode
    disabled?: (row: Row) => boolean
    /** How the address names the row; default: by its id. */
    idInAddress?: (row: Row) => string
  }
  /** The dialog that adds a row (`row` is undefined) or edits one. */
  dialog: (row: Row | undefined, props: DialogProps) => ReactNode
  remove: Deletion<Row> & { label?: (row: Row) => string; disabled?: (row: Row) => boolean }
  /** Between edit and delete. */
  moreActions?: (row: Row) => ReactNode
  /** Shown instead of the actions, for a row that has none. */
  noActions?: (row: Row) => ReactNode
}

/** A list of Command Mode whose rows are added, edited and deleted in dialogs. */
export function ListSection<Row extends { id: number }, Key extends string>({
  columns,
  card,
  nameOf,
  distinctNameOf,
  add,
  edit = {},
  dialog,
  remove,
  moreActions,
  noActions,
  ...props
}: ListSectionProps<Row, Key>) {
  const { list, noun } = props
  const idOf = edit.idInAddress ?? (({ id }: Row) => String(id))
  const openEditor = (row: Row) => urlParams.open({ edit: idOf(row) })
  const deletion = useDeleteDialog({
    ...remove,
    // Asks about the row's latest version, since the result of an edit may still be on its way when the dialog
    // opens.
    question: (row: Row) => remove.question(list.loadedRows.find(({ id }) => id === row.id) ?? row),
  })

  const actions = (row: Row) => {
    const name = distinctNameOf?.(row) ?? isolated(nameOf(row))
    return (
      noActions?.(row) ?? (
        <>
          <IconButton
            label={edit.label?.(row) ?? `Edit ${name}`}
            disabled={edit.disabled?.(row) ?? false}
            onClick={() => openEditor(row)}
          >
            {edit.icon ?? <Pencil />}
          </IconButton>
          {moreActions?.(row)}
          <IconButton
            label={remove.label?.(row) ?? `Delete ${name}`}
            disabled={remove.disabled?.(row) ?? false}
            onClick={() => deletion.ask(row)}
          >
            <Trash2 />
          </IconButton>
        </>
      )
    )
  }
  const nameCell = (row: Row) => (
    <RowName onClick={edit.disabled?.(row) ? undefined : () => openEditor(row)}>{nameOf(row)}</RowName>
  )
  return (
    <>
      <AdminList
        {...props}
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
        add={{ ...add, run: () => urlParams.open({ add: noun[0] }) }}
      />
      <AddressDialog name="add" value={noun[0]}>
        {dialogProps => dialog(undefined, dialogProps)}
      </AddressDialog>
      <EditDialog rows={list.loadedRows} idOf={idOf}>
        {dialog}
      </EditDialog>
      {deletion.dialog}
    </>
  )
}

interface EditDialogProps<Row> {
  /** All rows that the browser has. */
  rows: readonly Row[]
  idOf: (row: Row) => string
  children: (row: Row, props: DialogProps) => ReactNode
}

/** The dialog for the row that the address names, `?edit=12`. It stays open if others delete or rename that row. */
function EditDialog<Row>({ rows, idOf, children }: EditDialogProps<Row>) {
  const { edit: requested } = useParams({ edit: param.text() })
  // The row may vanish from the list while its dialog is open.
  const known = useSticky(rows.find(row => idOf(row) === requested))
  if (!known || idOf(known) !== requested) return null
  return <Fragment key={requested}>{children(known, { onClose: () => urlParams.close('edit') })}</Fragment>
}
