import { useQueries, useQuery } from '@tanstack/react-query'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import { listCampuses } from '#features/campuses/contract.ts'
import { useCampusName } from '#features/campuses/web/campus-name.ts'
import { getRestaurant } from '#features/restaurants/contract.ts'
import { read } from '#kit/web/api/queries.ts'
import { param } from '#kit/web/router/params.ts'
import { urlParams, useParams } from '#kit/web/router/search-params.ts'
import { PlacePicture } from '../card/place-picture.tsx'
import { type LunchStart, lunchParams } from '../start/start-params.ts'
import { StartSheet } from '../start/start-sheet.tsx'
import { LunchDialog } from './lunch-dialog.tsx'

/** The dialog of the lunch that the address names, and the sheet that starts one, on any page. */
export function LunchDialogs() {
  const { lunch, start: restaurantIds, startAt: when, startRepeats: repeats } = useParams(lunchParams)
  const start = restaurantIds && { restaurantIds, ...(when && { when }), ...(repeats && { repeats }) }
  return (
    <>
      {lunch !== undefined && (
        <LunchDialog
          key={`lunch ${lunch}`}
          id={lunch}
          onClose={() => urlParams.close('lunch')}
          picture={option => <PlacePicture place={option} />}
          onOpenPlace={restaurant => urlParams.open({ restaurant })}
        />
      )}
      {start && (
        <Start
          key={JSON.stringify(start)}
          start={start}
          onClose={() => urlParams.close('start', 'startAt', 'startRepeats')}
          onStarted={lunch => urlParams.replace({ ...noStart, lunch })}
        />
      )}
    </>
  )
}

const noStart = { start: undefined, startAt: undefined, startRepeats: undefined }

interface StartProps {
  start: LunchStart
  onClose: () => void
  onStarted: (lunchId: number) => void
}

/** Opens once the restaurants that it starts with have loaded. */
function Start({ start: { restaurantIds, when, repeats }, onClose, onStarted }: StartProps) {
  const viewer = useSignedIn()
  const { campus } = useParams({ campus: param.text() })
  const campusName = useCampusName()
  const campuses = useQuery(read(listCampuses))
  const places = useQueries({ queries: restaurantIds.map(id => read(getRestaurant, { params: { id } })) })
  if (campuses.isPending || places.some(({ isPending }) => isPending)) return null
  const known = places.flatMap(({ data }) => data ?? [])
  const shown = campuses.data?.find(({ code }) => code === campus)
  const campusCode = shown?.code ?? known[0]?.campusCode ?? viewer.campusCode
  return (
    <StartSheet
      onClose={onClose}
      onStarted={onStarted}
      campusCode={campusCode}
      campusName={campusName(campusCode)}
      initial={{ places: known.filter(({ disabled }) => !disabled), when, repeats }}
      picture={restaurant => <PlacePicture place={restaurant} />}
    />
  )
}
