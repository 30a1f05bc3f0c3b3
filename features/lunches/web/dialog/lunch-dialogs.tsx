import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import { listCampuses } from '#features/campuses/contract.ts'
import { useCampusName } from '#features/campuses/web/campus-name.ts'
import { getRestaurant } from '#features/restaurants/contract.ts'
import { read } from '#kit/web/api/queries.ts'
import { useSearch } from '#kit/web/router/router.ts'
import { urlParams } from '#kit/web/router/search-params.ts'
import { PlacePicture } from '../card/place-picture.tsx'
import { type LunchSearch, parseLunchSearch } from '../cards/lunch-search.ts'
import { StartSheet } from '../start/start-sheet.tsx'
import { LunchDialog } from './lunch-dialog.tsx'

/** The dialog of the lunch that the address names, and the sheet that starts one, on any page. */
export function LunchDialogs() {
  const { lunch, start } = parseLunchSearch(useSearch())
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
      {start !== undefined && (
        <Start key={`start ${start}`} at={start} onClose={() => urlParams.close('start')} />
      )}
    </>
  )
}

type StartProps = { at: NonNullable<LunchSearch['start']>; onClose: () => void }

/** Opens once the restaurant that it starts with has loaded. */
function Start({ at, onClose }: StartProps) {
  const viewer = useSignedIn()
  const search = useSearch()
  const campusName = useCampusName()
  const campuses = useQuery(read(listCampuses))
  const place = useQuery({ ...read(getRestaurant, { params: { id: at } }), enabled: at !== 'new' })
  if (campuses.isPending || (at !== 'new' && place.isPending)) return null
  const initial = at !== 'new' && place.data && !place.data.disabled ? [place.data] : []
  const isCampus = campuses.data?.some(({ code }) => code === search.campus)
  const campusCode = isCampus ? String(search.campus) : (place.data?.campusCode ?? viewer.campusCode)
  return (
    <StartSheet
      onClose={onClose}
      campusCode={campusCode}
      campusName={campusName(campusCode)}
      initial={initial}
      picture={restaurant => <PlacePicture place={restaurant} />}
    />
  )
}
