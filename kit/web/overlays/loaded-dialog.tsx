import type { ReactNode } from 'react'
import type { DialogProps } from '#kit/web/list/row-actions.tsx'
import { ErrorState } from '#kit/web/loading/error-state.tsx'
import type { LoadedQuery } from '#kit/web/loading/loaded.tsx'
import { Dialog } from './dialog.tsx'

interface LoadedDialogProps<T> extends DialogProps {
  query: LoadedQuery<T>
  title: string
  children: (data: T) => ReactNode
}

/**
 * A dialog about a query's data. If the query fails, a dialog with the error and Retry opens instead, since a
 * button that opens nothing seems broken.
 */
export function LoadedDialog<T>({ query, title, onClose, children }: LoadedDialogProps<T>) {
  const { data, error, refetch, isFetching } = query
  if (data !== undefined) return children(data)
  if (!error) return null
  return (
    <Dialog onClose={onClose} title={title} hideTitle>
      <ErrorState message={error.message} onRetry={() => void refetch()} retrying={isFetching} />
    </Dialog>
  )
}
