import { useQuery } from '@tanstack/react-query'
import { Route } from 'lucide-react'
import { useState } from 'react'
import { CampusFilter } from '#features/campuses/web/campus-filter.tsx'
import { useCampusName } from '#features/campuses/web/campus-name.ts'
import { getConfigStatus } from '#features/geocoding/contract.ts'
import { restaurantCount } from '#features/restaurants/web/admin/restaurant-count.ts'
import { counted } from '#kit/rules/texts/counted.ts'
import { sentence } from '#kit/rules/texts/isolated.ts'
import { read, refresh } from '#kit/web/api/queries.ts'
import { type Job, useJob } from '#kit/web/api/use-job.ts'
import { ConfirmDialog } from '#kit/web/overlays/confirm-dialog.tsx'
import { param } from '#kit/web/router/params.ts'
import { useParams } from '#kit/web/router/search-params.ts'
import { Panel } from '#kit/web/section/panel.tsx'
import { PlainSection } from '#kit/web/section/plain-section.tsx'
import { Badge, type BadgeTone } from '#kit/web/ui/badge.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { toast } from '#kit/web/ui/toasts/toast-store.ts'
import { type DistanceRun, getRecalculation, startRecalculation } from '../../contract.ts'
import { FailedAddresses } from '../failed-addresses.tsx'
import { ApiConfigurationCard } from './api-configuration-card.tsx'
import { RunFacts } from './run-facts.tsx'

export function DistancesSection() {
  const { begin: start, running } = useJob(recalculation)
  // Prefetches in parallel what the configuration card needs.
  useQuery(read(getConfigStatus))
  const { campusCode } = useParams({ campusCode: param.text() })
  const campusName = useCampusName()
  const [isAsking, setAsking] = useState(false)
  const { data: count, error } = useQuery({ ...restaurantCount(campusCode), enabled: isAsking })
  const what = count === undefined ? 'restaurants' : counted(count, 'restaurant')
  const where = campusCode ? sentence`near ${campusName(campusCode)}` : 'of all campuses'
  const begin = () =>
    start.mutate(
      { query: { ...(campusCode && { campusCode }), expectedCount: String(count) } },
      { onSuccess: () => setAsking(false) },
    )

  return (
    <PlainSection
      title="Distance Recalculation"
      queries={[{ ...read(getRecalculation), staleTime: 0 }]}
      label="Loading the last recalculation"
      widthClass="max-w-4xl"
    >
      {run => (
        <>
          <Panel
            title="Recalculate distances"
            lead="Locates addresses without a position, then recalculates distance and travel time from the campus. It runs in the background, so you can leave this page."
            actions={<Badge tone={tones[run.state]}>{run.state}</Badge>}
          >
            <div className="flex flex-wrap items-end gap-3">
              <CampusFilter />
              <Button
                variant="primary"
                icon={<Route />}
                disabled={running.length > 0}
                onClick={() => setAsking(true)}
              >
                Recalculate Distances
              </Button>
            </div>
            <div className="mt-6 border-line border-t pt-5">
              <RunFacts run={run} />
            </div>
          </Panel>
          {run.failures.length > 0 && (
            <FailedAddresses
              title="Failed addresses"
              lead="Correct the address or set the position in the restaurant’s form, then recalculate. You can also enter distance and travel time yourself."
              failures={run.failures}
            />
          )}
          <ApiConfigurationCard />
          {isAsking && (
            <ConfirmDialog
              onClose={() => setAsking(false)}
              title={`Recalculate the distances of ${what} ${where}?`}
              confirmLabel="Recalculate"
              busy={start.isPending}
              disabled={count === undefined}
              onConfirm={begin}
            >
              {error ? error.message : <Consequence />}
            </ConfirmDialog>
          )}
        </>
      )}
    </PlainSection>
  )
}

const tones: Record<'Not Run' | 'In Progress' | 'Completed', BadgeTone> = {
  'Not Run': 'neutral',
  'In Progress': 'saffron',
  Completed: 'olive',
}

function Consequence() {
  const { data } = useQuery(read(getConfigStatus))
  return data?.mapboxTokenExists === false
    ? 'No Mapbox token is set, so straight-line estimates replace all distances, including those that were measured or entered by hand.'
    : 'New values replace the old ones, including those entered by hand. Where none are found, the old ones stay.'
}

const recalculation: Job<typeof startRecalculation, typeof getRecalculation, DistanceRun> = {
  start: startRecalculation,
  progress: getRecalculation,
  runsOf: run => [run],
  idOf: ({ startedAt }) => startedAt,
  isRunning: ({ state }) => state === 'In Progress',
  begun: run => run,
  failed: 'Failed to recalculate distances',
  ended: ({ count, failures: { length: failed } }, queryClient) => {
    toast({
      title: 'Recalculation Complete',
      description: `${counted(count, 'restaurant')} processed${failed > 0 ? `, ${failed.toLocaleString('en-US')} failed` : ''}`,
      variant: failed > 0 ? 'warning' : 'success',
    })
    void refresh(queryClient, ['restaurants'])
  },
  isWatched: true,
}
