import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fullName } from '#kit/rules/texts/person-names.ts'
import { formatDate } from '#kit/rules/time/clock.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { read } from '#kit/web/api/queries.ts'
import { SkeletonText } from '#kit/web/loading/skeleton.tsx'
import { Banner } from '#kit/web/ui/banner.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { StarRating } from '#kit/web/ui/stars.tsx'
import { listReviews, type Review } from '../contract.ts'

const initialReviews = 3
const reviewsPerStep = 10
const maxPerCall = 1000

interface LatestReviewsProps {
  restaurantId: number
  /** In a column that scrolls by itself, which must be reachable by keyboard. */
  scrolls: boolean
}

/** The latest comments of colleagues. */
export function LatestReviews({ restaurantId, scrolls }: LatestReviewsProps) {
  const { timeZone } = usePublicConfig()
  const [count, setCount] = useState(initialReviews)
  // Ask for one more than shown, to know whether there are more.
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...read(listReviews, {
      params: { id: String(restaurantId) },
      query: { limit: String(Math.min(count + 1, maxPerCall)) },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <section aria-label="Latest reviews" tabIndex={scrolls ? 0 : undefined} className="flex flex-col gap-4">
      <h3>Latest reviews</h3>
      {data ? (
        <>
          {data.length === 0 && <p className="text-muted">No one has rated it yet. Be the first.</p>}
          <ul role="list" className="flex flex-col gap-4">
            {data.slice(0, count).map(review => (
              <li key={review.id}>
                <ReviewItem review={review} timeZone={timeZone} />
              </li>
            ))}
          </ul>
          {data.length > count && (
            <Button
              size="small"
              className="self-start"
              busy={isPlaceholderData}
              onClick={() => setCount(count + reviewsPerStep)}
            >
              Show more
            </Button>
          )}
        </>
      ) : error ? (
        <Banner severity="warning" action={<Button onClick={() => void refetch()}>Retry</Button>}>
          {error.message}
        </Banner>
      ) : (
        <SkeletonText lines={4} />
      )}
    </section>
  )
}

function ReviewItem({ review, timeZone }: { review: Review; timeZone: string }) {
  const { user, value, comment, updatedAt } = review
  return (
    <article>
      <p className="flex flex-wrap items-center gap-x-3">
        <span className="min-w-0 break-words font-semibold">{fullName(user)}</span>
        <StarRating value={value} hideValue />
      </p>
      <p className="text-muted text-sm">
        {user.department} · <time dateTime={updatedAt}>{formatDate(new Date(updatedAt), timeZone)}</time>
      </p>
      {comment && <p className="mt-1 whitespace-pre-line break-words">{comment}</p>}
    </article>
  )
}
