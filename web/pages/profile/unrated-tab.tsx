import { useQuery } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { memo } from 'react'
import { listCampuses } from '#contract/campuses.ts'
import { listUnrated, listUnratedOfCampus, type Restaurant } from '#contract/restaurants.ts'
import { useCampusName } from '#web/api/campus-name.ts'
import { read } from '#web/api/queries.ts'
import { FavoriteHeart } from '#web/features/favorites/favorite-heart.tsx'
import { cornerClass, RestaurantCard } from '#web/features/restaurants/restaurant-card.tsx'
import { useDistinctName } from '#web/lib/distinct-names.tsx'
import { Link } from '#web/lib/router/link.tsx'
import { navigate } from '#web/lib/router/router.ts'
import { urlParams } from '#web/lib/search-params.ts'
import { RestaurantGrid } from '#web/shared/restaurant/restaurant-grid.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { LoadedCards } from './own-cards.tsx'
import { allCampuses, profileHref } from './profile-search.ts'

export function UnratedTab({ campusCode }: { campusCode: string }) {
  const isAll = campusCode === allCampuses
  const everywhere = useQuery({ ...read(listUnrated), enabled: isAll })
  const nearCampus = useQuery({
    ...read(listUnratedOfCampus, { params: { campusCode } }),
    enabled: !isAll,
  })
  return (
    <>
      <CampusChoice campusCode={campusCode} />
      <LoadedCards
        query={isAll ? everywhere : nearCampus}
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
        onChange={event =>
          navigate({
            to: '/profile',
            search: { tab: 'unrated', campus: event.target.value },
            replace: true,
            resetScroll: false,
          })
        }
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
          icon={<Star aria-hidden="true" />}
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
