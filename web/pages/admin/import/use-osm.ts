import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  applyOsm,
  importFromOsm,
  listOsmDifferences,
  mostOsmIds,
  type OsmField,
  searchOsm,
  undoOsm,
} from '#contract/osm.ts'
import { bulkDeleteRestaurants } from '#contract/restaurants.ts'
import { call, serverMessage } from '#web/api/call.ts'
import { read, refresh } from '#web/api/queries.ts'
import { restaurantQueries } from '#web/api/restaurant-queries.ts'
import { useSearchParams } from '#web/lib/search-params.ts'
import { toast } from '#web/ui/toast-store.ts'
import { importedLabel } from './use-csv-import.ts'
import { radii } from './use-yelp-search.ts'

export type OsmWish = { campusCode: string; miles: number; show: 'places' | 'differences' }

const osmQueries = [searchOsm, listOsmDifferences]
const undoLasts = 20_000

/** What the address asks of OpenStreetMap, so that Back and a reload show it again. */
export function useOsmWish() {
  const { search, refine } = useSearchParams()
  const { campusCode, miles, show } = search
  const whole = Math.round(Number(miles))
  const wish: OsmWish | undefined =
    typeof campusCode === 'string' && campusCode !== '' && miles !== undefined
      ? {
          campusCode,
          miles: whole >= radii.least && whole <= radii.most ? whole : radii.usual,
          show: show === 'differences' ? 'differences' : 'places',
        }
      : undefined
  return { wish, start: (next: OsmWish) => refine(next) }
}

const inputOf = ({ campusCode, miles }: OsmWish) => ({ query: { campusCode, radius: String(miles) } })
// Nothing but a press of a button asks them again; the server keeps their answers for ten minutes anyway.
const once = { staleTime: Number.POSITIVE_INFINITY, retry: false }
const nowhere: OsmWish = { campusCode: '', miles: radii.usual, show: 'places' }

export function useOsmPlaces(wish: OsmWish | undefined) {
  return useQuery({
    ...read(searchOsm, inputOf(wish ?? nowhere)),
    ...once,
    enabled: wish?.show === 'places',
  })
}

export function useOsmDifferences(wish: OsmWish | undefined) {
  return useQuery({
    ...read(listOsmDifferences, inputOf(wish ?? nowhere)),
    ...once,
    enabled: wish?.show === 'differences',
  })
}

/** Imports any number of places, as many in one call as it takes. It goes on when the page is left. */
export function useOsmImport() {
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<{ done: number; total: number }>()

  const undo = async (ids: number[]) => {
    try {
      for (let begin = 0; begin < ids.length; begin += mostOsmIds)
        await call(bulkDeleteRestaurants, { query: { ids: ids.slice(begin, begin + mostOsmIds).join(',') } })
      toast({ title: 'Import undone', variant: 'success' })
    } catch (error) {
      toast({
        title: 'Failed to undo',
        description: serverMessage(error) ?? undefined,
        variant: 'destructive',
      })
    }
    await refresh(queryClient, [...restaurantQueries, ...osmQueries])
  }

  const start = async (campusCode: string, osmIds: readonly string[]) => {
    const ids: number[] = []
    let failure: string | undefined
    for (let begin = 0; begin < osmIds.length && failure === undefined; begin += mostOsmIds) {
      setProgress({ done: begin, total: osmIds.length })
      try {
        const part = osmIds.slice(begin, begin + mostOsmIds)
        ids.push(...(await call(importFromOsm, { body: { campusCode, osmIds: part } })).ids)
      } catch (error) {
        failure = serverMessage(error) ?? 'Failed to import restaurants'
      }
    }
    setProgress(undefined)
    toast({
      title: failure ? 'Import failed' : 'Import successful',
      description: failure ?? importedLabel(ids.length),
      variant: failure ? 'destructive' : 'success',
      duration: undoLasts,
      ...(ids.length > 0 && { action: { label: 'Undo', onClick: () => void undo(ids) } }),
    })
    await refresh(queryClient, [...restaurantQueries, ...osmQueries])
  }
  return { start, progress }
}

export type OsmChange = { restaurantId: number; osmId: string; fields: OsmField[] }

export function useOsmApply() {
  const queryClient = useQueryClient()
  const stale = () => refresh(queryClient, [...restaurantQueries, ...osmQueries])
  const failed = (error: unknown) => {
    toast({
      title: 'Nothing was changed',
      description: serverMessage(error) ?? undefined,
      variant: 'destructive',
    })
  }
  const undo = useMutation({
    mutationFn: (body: Parameters<typeof call<typeof undoOsm>>[1]) => call(undoOsm, body),
    onSuccess: ({ changed }) => toast({ title: `${changedLabel(changed)} as before`, variant: 'success' }),
    onError: failed,
    onSettled: stale,
  })
  return useMutation({
    mutationFn: (changes: OsmChange[]) => call(applyOsm, { body: { changes } }),
    onSuccess: ({ changed, undo: before }) =>
      toast({
        title: `${changedLabel(changed)} updated`,
        variant: 'success',
        duration: undoLasts,
        action: { label: 'Undo', onClick: () => undo.mutate({ body: { undo: before } }) },
      }),
    onError: failed,
    onSettled: stale,
  })
}

const changedLabel = (count: number) =>
  count === 1 ? '1 restaurant' : `${count.toLocaleString('en-US')} restaurants`
