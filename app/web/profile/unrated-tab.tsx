import { useQuery } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { memo } from 'react'
import { listCampuses } from '#features/campuses/contract.ts'
import { listUnrated, listUnratedOfCampus, type Restaurant } from '#features/restaurants/contract.ts'
import { useDistinctName } from '#features/restaurants/web/distinct-names.tsx'
import { read } from '#kit/web/api/queries.ts'
import { Field } from '#kit/web/forms/field.tsx'
import { Link } from '#kit/web/router/link.tsx'
import { urlParams } from '#kit/web/router/search-params.ts'
import { Button, buttonClass } from '#kit/web/ui/button.tsx'
import { Select } from '#kit/web/ui/inputs/select.tsx'
import { CardTab, OwnCard } from './own-cards.tsx'
import { allCampuses } from './profile-search.ts'

export function UnratedTab({ campusCode }: { campusCode: string }) {
  return (
    <>
      <CampusChoice campusCode={campusCode} />
      <CardTab
        query={
          campusCode === allCampuses
            ? read(listUnrated)
            : read(listUnratedOfCampus, { params: { campusCode } })
        }
        empty={{
          title: 'Nothing left to rate',
          children: 'You have rated every restaurant here. Thank you!',
          action: (
            <Link to="/" className={buttonClass()}>
              Find restaurants
            </Link>
          ),
        }}
        card={(restaurant, isNear) => (
          <UnratedCard restaurant={restaurant} campusCode={campusCode} isNear={isNear} />
        )}
      />
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
  const name = useDistinctName(restaurant)
  const tab = { tab: 'unrated', campus: campusCode } as const
  return (
    <OwnCard restaurant={restaurant} ownValue={null} isNear={isNear} tab={tab} opens="rate">
      <Button
        variant="primary"
        icon={<Star />}
        aria-label={`Rate This Restaurant: ${name}`}
        onClick={() => urlParams.open({ rate: restaurant.id })}
        className="w-full"
      >
        Rate This Restaurant
      </Button>
    </OwnCard>
  )
})
