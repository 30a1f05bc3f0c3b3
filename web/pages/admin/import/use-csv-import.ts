import { useMutationState } from '@tanstack/react-query'
import { listUnlocated } from '#contract/distances.ts'
import type { CallInput } from '#contract/endpoint.ts'
import { listImportRuns } from '#contract/import-runs.ts'
import { importRestaurants } from '#contract/imports.ts'
import type { ApiError } from '#web/api/call.ts'
import { useWrite } from '#web/api/queries.ts'
import { restaurantQueries } from '#web/api/restaurant-queries.ts'
import { toast } from '#web/ui/toast-store.ts'
import { importedLabel } from './use-import-runs.ts'

const failed = (error: ApiError) =>
  toast({ title: 'Failed to import CSV file', description: error.message, variant: 'destructive' })

/** Previews what importing a file would do. */
export function usePreview() {
  return useWrite(importRestaurants, { stale: [], onError: failed })
}

const importKey = ['import restaurants']

export function useCsvImport() {
  return useWrite(importRestaurants, {
    mutationKey: importKey,
    stale: [...restaurantQueries, listImportRuns, listUnlocated],
    onSuccess: ({ imported }) =>
      toast({ title: 'Import successful', description: importedLabel(imported), variant: 'success' }),
    onError: failed,
  })
}

/** This tab's latest import, running or finished, even after the user left the section and came back. */
export function useLatestImport() {
  const all = useMutationState({
    filters: { mutationKey: importKey },
    select: ({ state }) => ({
      status: state.status,
      input: state.variables as (CallInput<typeof importRestaurants> & { file: File }) | undefined,
    }),
  })
  return all.at(-1)
}
