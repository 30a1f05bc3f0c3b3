import { type ReactNode, useState } from 'react'
import { lazyDialog } from '#kit/web/lazy/lazy-dialog.tsx'
import { param } from '#kit/web/router/params.ts'
import { navigate } from '#kit/web/router/router.ts'
import { urlParams, useParams } from '#kit/web/router/search-params.ts'

const ConfirmDialog = lazyDialog(
  async () => (await import('#kit/web/overlays/confirm-dialog.tsx')).ConfirmDialog,
)

/** What every dialog that is kept in the address is given. */
export interface DialogProps {
  onClose: () => void
}

export interface Deletion<Row> {
  question: (row: Row) => DeleteQuestion
  /** Settles when the row is deleted. If it rejects, the question stays; the caller reports the error. */
  run: (row: Row) => Promise<unknown>
}

export interface DeleteQuestion {
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
