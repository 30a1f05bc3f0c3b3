import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { counted } from '#kit/rules/texts/counted.ts'
import { ApiError } from '#kit/web/api/call.ts'
import { patchCached } from '#kit/web/api/patch-cached.ts'
import { read, refresh } from '#kit/web/api/queries.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { useSelection } from '#kit/web/list/selection.tsx'
import { toast } from '#kit/web/ui/toasts/toast-store.ts'
import { type ImportRun, listImportRuns, startImport, undoImport } from '../../import-runs-contract.ts'
import { searchYelp } from '../../yelp-contract.ts'

const runningPollInterval = 1_000
const idlePollInterval = 15_000
const isRunning = ({ state }: ImportRun) => state === 'running'

/** All users' imports of the last day; polled frequently while one is running. */
export function useImportRuns() {
  const queryClient = useQueryClient()
  const query = useQuery({
    ...read(listImportRuns),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? runningPollInterval : idlePollInterval),
  })
  const runs = query.data
  useEffect(() => {
    for (const { id } of runs?.filter(isRunning) ?? []) void watchRun(queryClient, id)
  }, [runs, queryClient])
  return query
}

/** Selects places and imports them; `running`: the source's running import, if any. */
export function usePlaceImport(source: 'yelp' | 'osm') {
  const selection = useSelection<string>()
  const { data: runs = [] } = useImportRuns()
  const begin = useStartImport()
  const start = (campusCode: string, ids: string[]) =>
    begin.mutate({ body: { source, campusCode, ids } }, { onSuccess: selection.clear })
  const running = runs.find(run => isRunning(run) && run.source === source)
  return { selection, start, running, isBusy: begin.isPending || running !== undefined }
}

/** Starts an import and reports its end, whatever page the user is on by then. */
export function useStartImport() {
  const queryClient = useQueryClient()
  return useWrite(startImport, {
    touches: ['imports'],
    onSuccess: (run, { body }) => {
      if ('ids' in body) chosenIds.set(run.id, body.ids)
      queryClient.setQueryData(read(listImportRuns).queryKey, (runs = []) => [run, ...runs])
      void watchRun(queryClient, run.id)
    },
    failed: 'The import couldn’t be started',
  })
}

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

/** The ids chosen for this tab's imports, to mark them in Yelp's results without another search. */
const chosenIds = new Map<number, string[]>()
const watchedRuns = new Set<number>()

/** Watches an import until it ends, even after the user leaves the page, then refreshes all restaurant queries. */
async function watchRun(queryClient: QueryClient, id: number): Promise<void> {
  if (watchedRuns.has(id)) return
  watchedRuns.add(id)
  let run: ImportRun | undefined
  do {
    await new Promise(resolve => setTimeout(resolve, runningPollInterval))
    try {
      // Shares its requests with the visible list, which polls at the same interval.
      const runs = await queryClient.fetchQuery({
        ...read(listImportRuns),
        staleTime: runningPollInterval / 2,
      })
      run = runs.find(one => one.id === id)
      if (!run) break
    } catch (error) {
      if (error instanceof ApiError && [401, 403].includes(error.status)) break
    }
  } while (!run || isRunning(run))
  watchedRuns.delete(id)
  if (!run || isRunning(run)) return
  announce(run)
  if (run.state === 'done' && run.source === 'yelp') await markImported(queryClient, run)
  await refresh(queryClient, ['restaurants', 'osm', 'missing positions'])
}

function announce({ state, problem, result }: ImportRun): void {
  if (state === 'failed') {
    toast({ title: 'Import failed', description: problem ?? undefined, variant: 'destructive' })
  } else if (state === 'done' && result) {
    const { imported, changed } = result
    const description = changed > 0 ? changedLabel(changed) : importedLabel(imported)
    toast({ title: 'Import successful', description, variant: 'success' })
  }
}

export const importedLabel = (count: number) =>
  counted(count, 'restaurant was imported', 'restaurants were imported')
export const changedLabel = (count: number) =>
  counted(count, 'restaurant was updated', 'restaurants were updated')

// Patches the cache instead of searching again, since Yelp allows only a few searches a day.
async function markImported(queryClient: QueryClient, { id, result }: ImportRun): Promise<void> {
  const faulty = new Set(result?.errors.map(({ row }) => row))
  const present = new Set(chosenIds.get(id)?.filter((_, index) => !faulty.has(index + 1)))
  if (present.size === 0) return
  await patchCached(queryClient, searchYelp, found => ({
    ...found,
    restaurants: found.restaurants.map(one =>
      present.has(one.id) ? { ...one, alreadyImported: true } : one,
    ),
  }))
}
