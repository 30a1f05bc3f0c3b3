import { useQuery } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { memo } from 'react'
import { listCampuses } from '#features/campuses/contract.ts'
import { useCampusName } from '#features/campuses/web/campus-name.ts'
import { FavoriteHeart } from '#features/favorites/web/favorite-heart.tsx'
import { listUnrated, listUnratedOfCampus, type Restaurant } from '#features/restaurants/contract.ts'
import { cornerClass, RestaurantCard } from '#features/restaurants/web/card/restaurant-card.tsx'
import { useDistinctName } from '#features/restaurants/web/distinct-names.tsx'
import { RestaurantGrid } from '#features/restaurants/web/grid/restaurant-grid.tsx'
import { read } from '#kit/web/api/queries.ts'
import { Field } from '#kit/web/forms/field.tsx'
import { EmptyState } from '#kit/web/loading/empty-state.tsx'
import { Link } from '#kit/web/router/link.tsx'
import { urlParams } from '#kit/web/router/search-params.ts'
import { Button, buttonClass } from '#kit/web/ui/button.tsx'
import { Select } from '#kit/web/ui/inputs/select.tsx'
import { LoadedCards } from './own-cards.tsx'
import { allCampuses, profileHref } from './profile-search.ts'

export function UnratedTab({ campusCode }: { campusCode: string }) {
  return (
    <>
      <CampusChoice campusCode={campusCode} />
      <LoadedCards
        query={
          campusCode === allCampuses
            ? read(listUnrated)
            : read(listUnratedOfCampus, { params: { campusCode } })
        }
        empty={
          <EmptyState
            title="Nothing left to rate"
            action={
              <Link to="/" className={buttonClass()}>
                Find restaurants
              </Link>
            }
          >
            You have rated every restaurant here. Thank you!
          </EmptyState>
        }
      >
        {list => (
          <RestaurantGrid
            cards={list.map(restaurant => ({
              restaurantId: restaurant.id,
              restaurant,
              draw: isNear => <UnratedCard restaurant={restaurant} campusCode={campusCode} isNear={isNear} />,
            }))}
          />
        )}
      </LoadedCards>
    </>
  )
}

function CampusChoice({ campusCode }: { campusCode: string }) {
  const { data: campuses } = useQuery(read(listCampuses))
  return (
    <Field label="Campus" className="mb-5 max-w-72">
      <Select
        value={campusCode}
        disabled={!campuses}
        onChange={event => urlParams.refine({ campus: event.target.value })}
        options={campuses?.map(({ code, name }) => [code, name]) ?? []}
      >
        {/* Empty until the names are loaded: otherwise the first one would look selected. */}
        {campuses ? <option value={allCampuses}>All campuses</option> : <option value={campusCode} />}
      </Select>
    </Field>
  )
}

interface UnratedCardProps {
  restaurant: Restaurant
  campusCode: string
  isNear: boolean
}

const UnratedCard = memo(({ restaurant, campusCode, isNear }: UnratedCardProps) => {
  const campusName = useCampusName()
  const name = useDistinctName(restaurant)
  const rate = () => urlParams.open({ rate: restaurant.id })
  return (
    <RestaurantCard
      restaurant={restaurant}
      campusName={campusName(restaurant.campusCode)}
      ownValue={null}
      isNear={isNear}
      level={2}
      href={profileHref({ tab: 'unrated', campus: campusCode, rate: restaurant.id })}
      onOpen={rate}
      heart={<FavoriteHeart restaurant={restaurant} className={cornerClass} />}
      rateButton={
        <Button
          variant="primary"
          icon={<Star />}
          aria-label={`Rate This Restaurant: ${name}`}
          onClick={rate}
          className="w-full"
        >
          Rate This Restaurant
        </Button>
      }
    />
  )
})
