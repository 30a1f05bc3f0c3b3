import { useMutationState } from '@tanstack/react-query'
import { listUnlocated } from '#contract/distances.ts'
import type { CallInput } from '#contract/endpoint.ts'
import { listImportRuns } from '#contract/import-runs.ts'
import { importRestaurants } from '#contract/imports.ts'
import { restaurantQueries } from '#web/api/restaurant-queries.ts'
import { useWrite } from '#web/api/use-write.ts'
import { importedLabel } from './use-import-runs.ts'

const failed = 'Failed to import CSV file'

/** Previews what importing a file would do. */
export function usePreview() {
  return useWrite(importRestaurants, { stale: [], failed })
}

const importKey = ['import restaurants']

export function useCsvImport() {
  return useWrite(importRestaurants, {
    mutationKey: importKey,
    stale: [...restaurantQueries, listImportRuns, listUnlocated],
    done: ({ imported }) => ({ title: 'Import successful', description: importedLabel(imported) }),
    failed,
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
