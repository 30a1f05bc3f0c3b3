import { type ReactNode, useState } from 'react'
import { lazyDialog } from '#kit/web/lazy/lazy-dialog.tsx'
import { Link } from '#kit/web/router/link.tsx'
import { param } from '#kit/web/router/params.ts'
import { navigate } from '#kit/web/router/router.ts'
import { urlParams, useParams } from '#kit/web/router/search-params.ts'
import { Card } from '#kit/web/ui/card.tsx'
import type { Column } from './table.tsx'

const ConfirmDialog = lazyDialog(
  async () => (await import('#kit/web/overlays/confirm-dialog.tsx')).ConfirmDialog,
)

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
  if (!onClick)
    return <span className="wrap-anywhere lg:wrap-break-word min-w-0 max-w-md font-semibold">{children}</span>
  return (
    <button
      type="button"
      onClick={onClick}
      className="wrap-anywhere lg:wrap-break-word min-w-0 max-w-md text-left font-semibold underline-offset-4 hover:text-terracotta-ink hover:underline"
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

export interface Deletion<Row> {
  question: (row: Row) => DeleteQuestion
  /** Settles when the row is deleted. If it rejects, the question stays; the caller reports the error. */
  run: (row: Row) => Promise<unknown>
}

interface DeleteQuestion {
  title: string
  text: ReactNode
  confirmLabel: string
  /** If the row can't be deleted (`text` says why): the query parameters of the list that shows what prevents it. */
  instead?: Record<string, string | undefined>
}

/** Asks before a row is deleted; `ask` opens the dialog. */
export function useDeleteDialog<Row>({ question, run }: Deletion<Row>) {
  const [toDelete, setToDelete] = useState<Row>()
  const [isBusy, setBusy] = useState(false)
  const close = () => setToDelete(undefined)
  const confirm = async (row: Row) => {
    setBusy(true)
    // Meanwhile the question may have been closed, and another row asked about.
    await run(row).then(
      () => setToDelete(asked => (asked === row ? undefined : asked)),
      () => undefined,
    )
    setBusy(false)
  }
  const asked = toDelete && question(toDelete)
  return {
    ask: (row: Row) => setToDelete(row),
    dialog: toDelete && asked && (
      <ConfirmDialog
        onClose={close}
        title={asked.title}
        confirmLabel={asked.confirmLabel}
        danger={!asked.instead}
        busy={isBusy}
        onConfirm={() =>
          asked.instead ? navigate({ to: '/admin', search: asked.instead }) : void confirm(toDelete)
        }
      >
        {asked.text}
      </ConfirmDialog>
    ),
  }
}

/** A dialog that is open while the address says so: `?add=campus`. */
export function AddressDialog({ name, value, children }: AddressDialogProps) {
  const asked = useParams({ [name]: param.text() })
  return asked[name] === value && children({ onClose: () => urlParams.close(name) })
}

interface AddressDialogProps {
  name: string
  value: string
  children: (props: DialogProps) => ReactNode
}

export const idParams = ({ id }: { id: number }) => ({ params: { id: String(id) } })
