import { Pencil, Trash2 } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { counted } from '#kit/rules/texts/counted.ts'
import { isolated } from '#kit/rules/texts/isolated.ts'
import { useSticky } from '#kit/web/browser/state.ts'
import { param } from '#kit/web/router/params.ts'
import { urlParams, useParams } from '#kit/web/router/search-params.ts'
import { AccessDenied } from '#kit/web/section/access-denied.tsx'
import { SectionHeading } from '#kit/web/section/section-heading.tsx'
import { IconButton } from '#kit/web/ui/button.tsx'
import { LiveText } from '#kit/web/ui/live-text.tsx'
import { RowName } from './cells.tsx'
import { type AddAction, type ListAction, ListActions } from './list-actions.tsx'
import { ListBody, type ListProps } from './list-body.tsx'
import { ListFilters } from './list-filters.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import {
  AddressDialog,
  type DeleteQuestion,
  type Deletion,
  type DialogProps,
  useDeleteDialog,
} from './row-actions.tsx'
import { SelectionBar } from './selection.tsx'
import type { Selecting } from './table.tsx'

interface ListSectionProps<Row, Key extends string> extends ListProps<Row, Key> {
  searchLabel?: string
  /** Beside the search box: selects with a hidden label. */
  filters?: ReactNode
  actions?: readonly ListAction[]
  /** Between the heading and the search. */
  above?: ReactNode
  /** While `above` is loading: the list isn't shown yet, since `above` would push it down. */
  isWaiting?: boolean
  nameOf: (row: Row) => string
  /** Where names aren't unique in the list: the row's name, told apart from the others, as sentences have it. */
  distinctNameOf?: (row: Row) => string
  /** For rows that can be selected: the actions for those that are. */
  selecting?: Omit<Selecting<Row, number>, 'nameOf'> & { nameOf?: (row: Row) => string; actions: ReactNode }
  add?: Omit<AddAction, 'run'>
  /** How rows are opened, by their name and a button; false: they aren't. */
  edit?:
    | {
        label?: (row: Row) => string
        icon?: ReactNode
        disabled?: (row: Row) => boolean
        /** How the address names the row; default: by its id. */
        idInAddress?: (row: Row) => string
      }
    | false
  /** The dialog that adds a row (`row` is undefined) or edits one. */
  dialog?: (row: Row | undefined, props: DialogProps) => ReactNode
  /** Deletes a row after a question, which names the row unless it has its own title. */
  remove?: Pick<Deletion<Row>, 'run'> & {
    question: (row: Row) => Partial<DeleteQuestion>
    label?: (row: Row) => string
    disabled?: (row: Row) => boolean
  }
  /** Between edit and delete. */
  moreActions?: (row: Row) => ReactNode
  /** Shown instead of the actions, for a row that has none. */
  noActions?: (row: Row) => ReactNode
}

/** A list of Command Mode: searched, filtered, sorted and paged; its rows are selected, added, edited and deleted. */
export function ListSection<Row extends { id: number }, Key extends string>(
  props: ListSectionProps<Row, Key>,
) {
  const { title, noun, list, filters, isWaiting, columns, nameOf, edit = {}, dialog, remove } = props
  const { searchLabel = `Search ${noun[1]}`, distinctNameOf: nameIn = row => isolated(nameOf(row)) } = props
  const { idInAddress: idOf = ({ id }: Row) => String(id) } = edit || {}
  const open = (row: Row) => urlParams.open({ edit: idOf(row) })
  const add = props.add && { ...props.add, run: () => urlParams.open({ add: noun[0] }) }
  const deletion = useDeleteDialog<Row>({
    question: asked => {
      // The row's latest version, since the result of an edit may still be on its way when the dialog opens.
      const row = list.loadedRows.find(({ id }) => id === asked.id) ?? asked
      return {
        title: `Delete ${nameIn(row)}?`,
        confirmLabel: `Delete ${noun[0]}`,
        text: '',
        ...remove?.question(row),
      }
    },
    run: async row => remove?.run(row),
  })
  if (list.error?.status === 403) return <AccessDenied />

  const hasActions = edit || remove || props.moreActions
  const actions = (row: Row) =>
    props.noActions?.(row) ?? (
      <>
        {edit && (
          <IconButton
            label={edit.label?.(row) ?? `Edit ${nameIn(row)}`}
            disabled={edit.disabled?.(row) ?? false}
            onClick={() => open(row)}
          >
            {edit.icon ?? <Pencil />}
          </IconButton>
        )}
        {props.moreActions?.(row)}
        {remove && (
          <IconButton
            label={remove.label?.(row) ?? `Delete ${nameIn(row)}`}
            disabled={remove.disabled?.(row) ?? false}
            onClick={() => deletion.ask(row)}
          >
            <Trash2 />
          </IconButton>
        )}
      </>
    )
  const selecting = props.selecting && { nameOf: nameIn, ...props.selecting }
  return (
    <>
      <div className="flex min-h-0 flex-1 flex-col gap-3 md:gap-4 lg:h-[calc(100dvh-4rem-2.75rem)] lg:min-h-112 lg:flex-none print:!h-auto">
        <SectionHeading
          title={title}
          total={list.rows && { value: list.total, unit: list.total === 1 ? noun[0] : noun[1] }}
          actions={<ListActions add={add} actions={props.actions ?? []} />}
        />
        <LiveText>{list.rows && !list.isStale ? counted(list.total, ...noun) : ''}</LiveText>
        {isWaiting ? (
          <ListSkeleton label={`Loading ${noun[1]}`} />
        ) : (
          <>
            {props.above}
            <ListFilters {...{ noun, list, searchLabel, filters, columns }} />
            {selecting && selecting.selection.ids.size > 0 && <SelectionBar {...selecting} />}
            <ListBody
              {...props}
              add={add}
              selecting={selecting}
              name={row => (
                <RowName onClick={edit && !edit.disabled?.(row) ? () => open(row) : undefined}>
                  {nameOf(row)}
                </RowName>
              )}
              actions={hasActions ? actions : undefined}
              actionsBelow={props.moreActions !== undefined}
            />
          </>
        )}
      </div>
      {dialog && (
        <>
          <AddressDialog name="add" value={noun[0]}>
            {dialogProps => dialog(undefined, dialogProps)}
          </AddressDialog>
          <EditDialog rows={list.loadedRows} idOf={idOf}>
            {dialog}
          </EditDialog>
        </>
      )}
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
