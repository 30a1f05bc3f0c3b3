import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import type { CallInput, Endpoint } from '#kit/contract/endpoint.ts'
import type { Cell } from '#kit/rules/texts/csv.ts'
import { ApiError, call } from '#kit/web/api/call.ts'
import type { RowOf } from '#kit/web/api/queries.ts'
import { downloadCsv, exportName } from '#kit/web/browser/download-csv.ts'
import type { ListAction } from '#kit/web/list/list-actions.tsx'
import type { Search } from '#kit/web/router/params.ts'
import { toast } from '#kit/web/ui/toasts/toast-store.ts'
import { type clientAuditActions, createAuditLog } from '../contract.ts'

interface ExportOptions<E extends Endpoint> {
  endpoint: E
  /** What the list shows now: its search and filters. */
  query: () => Search
  /** What goes into the file: 'restaurants'. */
  what: string
  /** How the file's name begins, if different. */
  file?: string
  /** Its action in the audit log. */
  action: (typeof clientAuditActions)[number]
  /** Loads the names of the campuses, if the columns have them. */
  loadCampusName?: (queryClient: QueryClient) => Promise<(code: string) => string>
  columns: readonly { header: string; write: (row: RowOf<E>, campusName: (code: string) => string) => Cell }[]
}

/** The action of a list that saves all rows that match its search and filters as a CSV file. */
export function useExport<E extends Endpoint>(options: ExportOptions<E>): ListAction {
  const { endpoint, query: shown, what, file = what, action, loadCampusName, columns } = options
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: async (query: Search) => {
      const rows = (await call(endpoint, { query } as unknown as CallInput<E>)) as RowOf<E>[]
      if (rows.length === 0) {
        toast({ title: `No ${what} to export`, variant: 'warning' })
        return
      }
      const campusName = loadCampusName ? await loadCampusName(queryClient) : String
      const cells = (row: RowOf<E>) => columns.map(({ write }) => write(row, campusName))
      downloadCsv(exportName(file), [columns.map(({ header }) => header), ...rows.map(cells)])
      toast({
        title: 'Export Complete',
        description: `${rows.length.toLocaleString('en-US')} ${what}`,
        variant: 'success',
      })
      // The file is saved even if the audit entry isn't; the console then shows the error.
      await call(createAuditLog, { body: { action, details: { count: rows.length, ...query } } }).catch(
        () => undefined,
      )
    },
    onError: error => {
      if (!(error instanceof ApiError)) throw error
      toast({ title: `Failed to export ${what}`, description: error.message, variant: 'destructive' })
    },
  })
  return {
    label: 'Export',
    icon: <FileDown />,
    busy: save.isPending,
    run: () => save.mutate(shown()),
  }
}
