import { Pencil, Trash2 } from 'lucide-react'
import { Fragment, type ReactNode, useState } from 'react'
import { Link } from '#web/lib/router/link.tsx'
import { navigate } from '#web/lib/router/router.ts'
import { useSearchParams } from '#web/lib/search-params.ts'
import { useSticky } from '#web/lib/state.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import type { Column } from '#web/ui/table.tsx'

const ConfirmDialog = lazyDialog(async () => (await import('#web/ui/confirm-dialog.tsx')).ConfirmDialog)

/** The icon buttons of a row, at its end. */
export function actionsColumn<Row>(actions: (row: Row) => ReactNode): Column<Row> {
  return {
    key: 'actions',
    header: <span className="sr-only">Actions</span>,
    align: 'right',
    cell: row => <span className="whitespace-nowrap">{actions(row)}</span>,
    className: '!py-0 !pl-0 whitespace-nowrap',
  }
}

interface RowCardProps {
  tick?: ReactNode
  actions: ReactNode
  /** Below the content, when there are too many to fit beside it. */
  actionsBelow?: boolean
  children: ReactNode
}

/** A row below 1024 px. */
export function RowCard({ tick, actions, actionsBelow, children }: RowCardProps) {
  return (
    <Card className="flex flex-wrap items-start gap-1 py-3 pr-2 pl-4">
      {tick}
      <div className="min-w-0 flex-1 basis-24 pt-1.5">
        {children}
        {actionsBelow && <div className="-ml-3">{actions}</div>}
      </div>
      {!actionsBelow && <span className="ml-auto shrink-0">{actions}</span>}
    </Card>
  )
}

/** The name of a row: a button if it opens something. */
export function RowName({ onClick, children }: { onClick: (() => void) | undefined; children: ReactNode }) {
  if (!onClick) return <span className="wrap-anywhere min-w-0 font-semibold">{children}</span>
  return (
    <button
      type="button"
      onClick={onClick}
      className="wrap-anywhere min-w-0 text-left font-semibold underline-offset-4 hover:text-terracotta-ink hover:underline"
    >
      {children}
    </button>
  )
}

interface CountLinkProps {
  count: number
  /** The query parameters of the section that lists them. */
  search: Record<string, string>
  children: ReactNode
}

/** A count that links to the counted items, unless it is 0. */
export function CountLink({ count, search, children }: CountLinkProps) {
  if (count === 0) return children
  return (
    <Link
      to="/admin"
      search={search}
      className="text-terracotta-ink tabular-nums underline underline-offset-4"
    >
      {children}
    </Link>
  )
}

/** What every dialog that is kept in the address is given. */
export interface DialogProps {
  onClose: () => void
}

interface ActionLook<Row> {
  label?: (row: Row) => string
  icon?: ReactNode
  disabled?: (row: Row) => boolean
}

export interface EditAction<Row> extends ActionLook<Row> {
  /** How the address names the row; default: by its id. */
  idInAddress?: (row: Row) => string
  /** Omitted if the section shows the dialog itself. */
  dialog?: (row: Row, props: DialogProps) => ReactNode
}

export interface DeleteAction<Row> extends ActionLook<Row> {
  question: (row: Row) => DeleteQuestion
  /** Deletes the row, then calls `done`. */
  run: (row: Row, done: () => void) => void
  busy: boolean
}

interface DeleteQuestion {
  title: string
  text: ReactNode
  confirmLabel: string
  /** If the row can't be deleted (`text` says why): the query parameters of the list that shows what prevents it. */
  instead?: Record<string, string | undefined>
}

interface RowButtonProps<Row> extends ActionLook<Row> {
  row: Row
  /** As sentences have it. */
  name: string
  onClick: () => void
}

export function EditButton<Row>({ row, name, label, icon, disabled, onClick }: RowButtonProps<Row>) {
  return (
    <IconButton label={label?.(row) ?? `Edit ${name}`} disabled={disabled?.(row) ?? false} onClick={onClick}>
      {icon ?? <Pencil />}
    </IconButton>
  )
}

export function DeleteButton<Row>({ row, name, label, icon, disabled, onClick }: RowButtonProps<Row>) {
  return (
    <IconButton
      label={label?.(row) ?? `Delete ${name}`}
      disabled={disabled?.(row) ?? false}
      onClick={onClick}
    >
      {icon ?? <Trash2 />}
    </IconButton>
  )
}

/** Asks before a row is deleted; `ask` opens the dialog. */
export function useDeleteDialog<Row>({
  question,
  run,
  busy,
}: Omit<DeleteAction<Row>, keyof ActionLook<Row>>) {
  const [toDelete, setToDelete] = useState<Row>()
  const close = () => setToDelete(undefined)
  const asked = toDelete && question(toDelete)
  return {
    ask: (row: Row) => setToDelete(row),
    dialog: toDelete && asked && (
      <ConfirmDialog
        onClose={close}
        title={asked.title}
        confirmLabel={asked.confirmLabel}
        danger={!asked.instead}
        busy={busy}
        onConfirm={() =>
          asked.instead ? navigate({ to: '/admin', search: asked.instead }) : run(toDelete, close)
        }
      >
        {asked.text}
      </ConfirmDialog>
    ),
  }
}

/** A dialog that is open while the address says so: `?add=campus`. */
export function AddressDialog({ name, value, children }: AddressDialogProps) {
  const { search, close } = useSearchParams()
  return search[name] === value && children({ onClose: () => close(name) })
}

interface AddressDialogProps {
  name: string
  value: string
  children: (props: DialogProps) => ReactNode
}

interface EditDialogProps<Row> {
  /** All rows that the browser has. */
  rows: readonly Row[]
  idInAddress: (row: Row) => string
  children: (row: Row, props: DialogProps) => ReactNode
}

/** The dialog for the row that the address names, `?edit=12`. It stays open if others delete or rename that row. */
export function EditDialog<Row>({ rows, idInAddress, children }: EditDialogProps<Row>) {
  const { search, close } = useSearchParams()
  const requested = search.edit === undefined ? undefined : String(search.edit)
  // The row may vanish from the list while its dialog is open.
  const known = useSticky(rows.find(row => idInAddress(row) === requested))
  if (!known || idInAddress(known) !== requested) return null
  return <Fragment key={requested}>{children(known, { onClose: () => close('edit') })}</Fragment>
}

export const idOf = (row: { id: number }) => String(row.id)

export const idParams = (row: { id: number }) => ({ params: { id: idOf(row) } })
