import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import { getConfigStatus } from '#features/geocoding/contract.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { isSuperUser } from '#kit/rules/roles.ts'
import { counted } from '#kit/rules/texts/counted.ts'
import { serverMessage } from '#kit/web/api/call.ts'
import { read } from '#kit/web/api/queries.ts'
import { ListSkeleton } from '#kit/web/list/list-skeleton.tsx'
import { ErrorState } from '#kit/web/loading/error-state.tsx'
import { Link } from '#kit/web/router/link.tsx'
import { urlParams } from '#kit/web/router/search-params.ts'
import { Banner } from '#kit/web/ui/banner.tsx'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { toast } from '#kit/web/ui/toasts/toast-store.ts'
import { FoundPlaces } from './found-places.tsx'
import { usePlaceWrite } from './import-job.ts'
import type { PlaceSource } from './place-source.tsx'
import {
  noSearchArea,
  type SearchAction,
  type SearchArea,
  SearchAreaForm,
  useSearchArea,
} from './search-area-form.tsx'

interface PlaceImportProps<E extends Endpoint> {
  source: PlaceSource<E>
  /** What else can be done in an area, and what then stands in place of the found places. */
  other?: { action: SearchAction; content: ReactNode }
}

/** Searches a source for restaurants around a campus, to select and import them. */
export function PlaceImport<E extends Endpoint>({ source, other }: PlaceImportProps<E>) {
  const { texts, off, lead } = source
  const area = useSearchArea()
  const write = usePlaceWrite(source.key)
  const queryClient = useQueryClient()
  // Only a button press asks again: Yelp allows only a few searches a day.
  const kept = { staleTime: Number.POSITIVE_INFINITY, retry: false }
  const query = useQuery({
    ...source.query(area ?? noSearchArea),
    ...kept,
    enabled: area !== undefined && !other?.content,
  })
  const failure = (error: unknown) => serverMessage(error) ?? texts.failed
  const search = useMutation({
    mutationFn: (next: SearchArea) =>
      queryClient.fetchQuery({ ...source.query(next), ...kept, staleTime: 0 }),
    onMutate: next => {
      write.selection.clear()
      urlParams.refine({ ...next, show: undefined })
    },
    onSuccess: reply =>
      toast({
        title: 'Search completed',
        description: counted(source.placesIn(reply).length, 'restaurant found', 'restaurants found'),
        variant: 'success',
      }),
    onError: error => toast({ title: 'Search failed', description: failure(error), variant: 'destructive' }),
  })
  const isSearching = search.isPending || query.isLoading
  const status = useQuery(read(getConfigStatus)).data
  const isOff = (status && !source.isOn(status)) || query.error?.message === off.title
  const isConfigurable = isSuperUser(useSignedIn()) && off.isConfigured

  return (
    <div className="flex flex-col gap-6">
      {isOff ? (
        <Banner
          severity="warning"
          title={off.title}
          action={
            isConfigurable && (
              <Link to="/config" className={buttonClass({ size: 'small' })}>
                API configuration
              </Link>
            )
          }
        >
          {off.text}
        </Banner>
      ) : (
        lead && <p className="max-w-prose text-muted">{lead}</p>
      )}
      <SearchAreaForm
        area={area}
        disabled={isOff || write.isBusy}
        actions={[
          {
            label: texts.search,
            icon: <Search />,
            variant: area ? 'secondary' : 'primary',
            busy: isSearching,
            run: next => search.mutate(next),
          },
          ...(other ? [other.action] : []),
        ]}
      />
      {!area
        ? null
        : (other?.content ??
          (isSearching ? (
            <ListSkeleton label={texts.searching} />
          ) : query.error && !isOff ? (
            <ErrorState
              title="Search failed"
              message={failure(query.error)}
              onRetry={() => search.mutate(area)}
            />
          ) : (
            query.data && <FoundPlaces source={source} found={query.data} area={area} write={write} />
          )))}
    </div>
  )
}
