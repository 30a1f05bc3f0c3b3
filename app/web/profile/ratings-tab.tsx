import { Pencil } from 'lucide-react'
import { memo } from 'react'
import { listOwnRatings, type OwnRating } from '#features/ratings/contract.ts'
import { useDistinctName } from '#features/restaurants/web/distinct-names.tsx'
import { read } from '#kit/web/api/queries.ts'
import { urlParams } from '#kit/web/router/search-params.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { CardTab, OwnCard } from './own-cards.tsx'

export function RatingsTab({ onFindUnrated }: { onFindUnrated: () => void }) {
  return (
    <CardTab
      query={read(listOwnRatings)}
      empty={{
        title: 'You haven’t rated anything yet',
        children: 'A few stars from you help the others decide.',
        action: (
          <Button variant="primary" onClick={onFindUnrated}>
            Rate a restaurant
          </Button>
        ),
      }}
      card={(rating, isNear) => <RatedCard rating={rating} isNear={isNear} />}
    />
  )
}

const RatedCard = memo(({ rating, isNear }: { rating: OwnRating; isNear: boolean }) => {
  const { restaurant, value, comment } = rating
  const name = useDistinctName(restaurant)
  return (
    <OwnCard restaurant={restaurant} ownValue={value} isNear={isNear} tab={{ tab: 'ratings' }}>
      <div className="flex flex-col gap-3">
        {comment && (
          <blockquote className="line-clamp-4 whitespace-pre-line break-words rounded-sm bg-sunken px-3.5 py-2.5 font-serif italic">
            {comment}
          </blockquote>
        )}
        <Button
          icon={<Pencil />}
          aria-label={`Edit Your Rating of ${name}`}
          onClick={() => urlParams.open({ rate: restaurant.id })}
        >
          Edit Your Rating
        </Button>
      </div>
    </OwnCard>
  )
})
