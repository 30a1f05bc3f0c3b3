import { useQueries, useQuery } from '@tanstack/react-query'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import { listCampuses } from '#features/campuses/contract.ts'
import { useCampusName } from '#features/campuses/web/campus-name.ts'
import { getRestaurant } from '#features/restaurants/contract.ts'
import { read } from '#kit/web/api/queries.ts'
import { useSearch } from '#kit/web/router/router.ts'
import { urlParams } from '#kit/web/router/search-params.ts'
import { PlacePicture } from '../card/place-picture.tsx'
import { parseLunchSearch, type StartSearch, startNames } from '../cards/lunch-search.ts'
import { readStart } from '../start/start-params.ts'
import { StartSheet } from '../start/start-sheet.tsx'
import { LunchDialog } from './lunch-dialog.tsx'

/** The dialog of the lunch that the address names, and the sheet that starts one, on any page. */
export function LunchDialogs() {
  const { lunch, ...search } = parseLunchSearch(useSearch())
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
      {search.start !== undefined && (
        <Start
          key={JSON.stringify(search)}
          at={search}
          onClose={() => urlParams.close(...startNames)}
          onStarted={lunch => urlParams.replace({ ...noStart, lunch })}
        />
      )}
    </>
  )
}

const noStart = Object.fromEntries(startNames.map(name => [name, undefined]))

interface StartProps {
  at: StartSearch
  onClose: () => void
  onStarted: (lunchId: number) => void
}

/** Opens once the restaurants that it starts with have loaded. */
function Start({ at, onClose, onStarted }: StartProps) {
  const { restaurantIds, when, repeats } = readStart(at)
  const viewer = useSignedIn()
  const search = useSearch()
  const campusName = useCampusName()
  const campuses = useQuery(read(listCampuses))
  const places = useQueries({ queries: restaurantIds.map(id => read(getRestaurant, { params: { id } })) })
  if (campuses.isPending || places.some(({ isPending }) => isPending)) return null
  const known = places.flatMap(({ data }) => data ?? [])
  const isCampus = campuses.data?.some(({ code }) => code === search.campus)
  const campusCode = isCampus ? String(search.campus) : (known[0]?.campusCode ?? viewer.campusCode)
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
