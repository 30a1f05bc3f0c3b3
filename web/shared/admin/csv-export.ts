import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type clientAuditActions, createAuditLog } from '#contract/audit-logs.ts'
import type { CallInput, Endpoint } from '#contract/endpoint.ts'
import type { Cell } from '#domain/csv.ts'
import { ApiError, call } from '#web/api/call.ts'
import { loadCampusName } from '#web/api/campus-name.ts'
import type { RowOf } from '#web/api/queries.ts'
import { downloadCsv, exportName } from '#web/lib/download-csv.ts'
import { toast } from '#web/ui/toast-store.ts'

interface Export<Row> {
  /** What goes into the file: 'restaurants'. */
  what: string
  /** How the file's name begins, if different. */
  file?: string
  /** Its action in the audit log. */
  action: (typeof clientAuditActions)[number]
  /** Whether the columns name campuses. */
  namesCampuses?: boolean
  columns: readonly { header: string; write: (row: Row, campusName: (code: string) => string) => Cell }[]
}

/** Saves all rows that match the search and filters as a CSV file. */
export function useExport<E extends Endpoint>(
  endpoint: E,
  { what, file = what, action, namesCampuses, columns }: Export<RowOf<E>>,
) {
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)

  const save = async (query: Record<string, string>) => {
    const rows = (await call(endpoint, { query } as unknown as CallInput<E>)) as RowOf<E>[]
    if (rows.length === 0) {
      toast({ title: `No ${what} to export`, variant: 'warning' })
      return
    }
    const campusName = namesCampuses ? await loadCampusName(queryClient) : String
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
  }

  const start = async (query: Record<string, string>) => {
    if (isBusy) return
    setBusy(true)
    try {
      await save(query)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast({ title: `Failed to export ${what}`, description: error.message, variant: 'destructive' })
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, start }
}
