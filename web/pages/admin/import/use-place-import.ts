import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ImportResult } from '#contract/fields.ts'
import { bulkDeleteRestaurants } from '#contract/restaurants.ts'
import { call, serverMessage } from '#web/api/call.ts'
import { refresh } from '#web/api/queries.ts'
import { restaurantQueries } from '#web/api/restaurant-queries.ts'
import { useSelection } from '#web/kit/selection.tsx'
import { chunks } from '#web/lib/chunks.ts'
import { toast } from '#web/ui/toast-store.ts'
import { importedLabel } from './import-outcome.tsx'

export type ImportProgress = { done: number; total: number }

export interface PlaceOutcome {
  campusCode: string
  result: ImportResult
  /** The chosen ones that the campus has now. */
  present: ReadonlySet<string>
  /** Why the rest was not tried. */
  failure?: string
  /** The new restaurants, where they can be taken back. */
  added: readonly number[]
}

interface PlaceImport {
  /** Whose places they are. */
  source: string
  /** How many the server takes in one call. */
  most: number
  /** One call. Where it returns the new restaurants' ids, they can be taken back. */
  write: (campusCode: string, ids: string[]) => Promise<ImportResult & { ids?: number[] }>
  /** The searches that show what the campus has. */
  searches?: readonly Endpoint[]
  onDone?: (outcome: PlaceOutcome) => void
}

type State = { progress?: ImportProgress; outcome?: PlaceOutcome }
const idle: State = {}

/** Longer than after a deletion: one looks at what came in first. */
export const undoMilliseconds = 20_000
const mostDeleted = 200

/**
 * Imports any number of chosen places, as many in one call as the server takes; where one fails, the rest isn't tried.
 * It goes on when the page is left, and what it does or did is there again when the page is entered.
 */
export function usePlaceImport({ source, most, write, searches = [], onDone }: PlaceImport) {
  const queryClient = useQueryClient()
  const part = useMutation({
    mutationFn: ({ campusCode, ids }: { campusCode: string; ids: string[] }) => write(campusCode, ids),
  })
  const removal = useMutation({
    mutationFn: (ids: number[]) => call(bulkDeleteRestaurants, { query: { ids: ids.join(',') } }),
  })
  const selection = useSelection<string>()
  const queryKey = ['import of places', source]
  const { progress, outcome } = useQuery({
    queryKey,
    queryFn: () => queryClient.getQueryData<State>(queryKey) ?? idle,
    initialData: idle,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  }).data
  const show = (state: State) => queryClient.setQueryData(queryKey, state)
  const refreshAll = () => refresh(queryClient, [...restaurantQueries, ...searches])

  const undo = async (ids: readonly number[]) => {
    show(idle)
    try {
      for (const some of chunks(ids, mostDeleted)) await removal.mutateAsync(some)
      toast({ title: 'Import undone', variant: 'success' })
    } catch (error) {
      const description = serverMessage(error) ?? undefined
      toast({ title: 'Failed to undo', description, variant: 'destructive' })
    }
    await refreshAll()
  }

  const start = async (campusCode: string, chosen: readonly string[]) => {
    const result: ImportResult = { imported: 0, skipped: 0, errors: [] }
    const present = new Set<string>()
    const added: number[] = []
    let failure: string | undefined
    let done = 0
    try {
      for (const ids of chunks(chosen, most)) {
        show({ progress: { done, total: chosen.length } })
        const { imported, skipped, errors, ids: news = [] } = await part.mutateAsync({ campusCode, ids })
        const first = done
        const faulty = new Set(errors.map(({ row }) => row))
        result.imported += imported
        result.skipped += skipped
        result.errors.push(...errors.map(({ row, message }) => ({ row: first + row, message })))
        for (const [index, id] of ids.entries()) if (!faulty.has(index + 1)) present.add(id)
        added.push(...news)
        done += ids.length
      }
    } catch (error) {
      failure = serverMessage(error) ?? 'Failed to import restaurants'
    }
    const all: PlaceOutcome = {
      campusCode,
      result,
      present,
      added,
      ...(failure !== undefined && { failure }),
    }
    show({ outcome: all })
    selection.clear()
    toast({
      title: failure === undefined ? 'Import successful' : 'Import failed',
      description: failure ?? importedLabel(result.imported),
      variant: failure === undefined ? 'success' : 'destructive',
      ...(added.length > 0 && {
        duration: undoMilliseconds,
        action: { label: 'Undo', onClick: () => void undo(added) },
      }),
    })
    onDone?.(all)
    await refreshAll()
  }

  const forget = () => {
    selection.clear()
    show(idle)
  }
  return { start, undo, progress, outcome, selection, forget }
}
