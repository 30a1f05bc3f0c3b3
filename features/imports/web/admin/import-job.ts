import type { QueryClient } from '@tanstack/react-query'
import { counted } from '#kit/rules/texts/counted.ts'
import { updateCached } from '#kit/web/api/patch-cached.ts'
import { refresh } from '#kit/web/api/queries.ts'
import { type Job, useJob } from '#kit/web/api/use-job.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { useSelection } from '#kit/web/list/selection.tsx'
import { toast } from '#kit/web/ui/toasts/toast-store.ts'
import { type ImportRun, listImportRuns, startImport, undoImport } from '../../import-runs-contract.ts'
import { searchYelp } from '../../yelp-contract.ts'

/** All users' imports of the last day. */
export const imports: Job<typeof startImport, typeof listImportRuns, ImportRun> = {
  start: startImport,
  progress: listImportRuns,
  runsOf: runs => runs,
  idOf: ({ id }) => id,
  isRunning: ({ state }) => state === 'running',
  begun: (run, runs = [], { body }) => {
    if ('ids' in body) chosenIds.set(run.id, body.ids)
    return [run, ...runs]
  },
  failed: 'The import couldn’t be started',
  ended: (run, queryClient) => void report(run, queryClient),
  isWatched: true,
}

/** The ids chosen for this tab's imports, to mark them in Yelp's results without another search. */
const chosenIds = new Map<number, string[]>()

async function report(run: ImportRun, queryClient: QueryClient): Promise<void> {
  const { state, source, problem, result } = run
  if (state === 'failed') {
    toast({ title: 'Import failed', description: problem ?? undefined, variant: 'destructive' })
  } else if (state === 'done' && result) {
    const { imported, changed } = result
    const description = changed > 0 ? changedLabel(changed) : importedLabel(imported)
    toast({ title: 'Import successful', description, variant: 'success' })
    if (source === 'yelp') await markImported(queryClient, run)
  }
  await refresh(queryClient, ['restaurants', 'osm', 'missing positions'])
}

export const importedLabel = (count: number) =>
  counted(count, 'restaurant was imported', 'restaurants were imported')
export const changedLabel = (count: number) =>
  counted(count, 'restaurant was updated', 'restaurants were updated')

// Patches the cache instead of searching again, since Yelp allows only a few searches a day.
function markImported(queryClient: QueryClient, { id, result }: ImportRun): void {
  const faulty = new Set(result?.errors.map(({ row }) => row))
  const present = new Set(chosenIds.get(id)?.filter((_, index) => !faulty.has(index + 1)))
  if (present.size === 0) return
  updateCached(queryClient, searchYelp, found => ({
    ...found,
    restaurants: found.restaurants.map(one =>
      present.has(one.id) ? { ...one, alreadyImported: true } : one,
    ),
  }))
}

/** Selects places and imports them. */
export function usePlaceWrite(source: 'yelp' | 'osm') {
  const selection = useSelection<string>()
  const { begin, running } = useJob(imports)
  const start = (campusCode: string, ids: string[]) =>
    begin.mutate({ body: { source, campusCode, ids } }, { onSuccess: selection.clear })
  const run = running.find(one => one.source === source)
  return { selection, start, run, isBusy: begin.isPending || run !== undefined }
}

export type PlaceWrite = ReturnType<typeof usePlaceWrite>

export function useUndoImport() {
  return useWrite(undoImport, {
    touches: ['restaurants', 'osm', 'imports', 'missing positions', 'yelp'],
    done: ({ result }) => {
      const kept = result?.kept?.length ?? 0
      return {
        title: 'Import undone',
        ...(kept > 0 && { description: `${counted(kept, 'restaurant stays', 'restaurants stay')}` }),
      }
    },
    failed: 'Failed to undo',
  })
}
