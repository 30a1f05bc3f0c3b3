import { serverMessage } from '#kit/web/api/call.ts'
import { Skeleton } from '#kit/web/loading/skeleton.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { StarRating } from '#kit/web/ui/stars.tsx'
import { useOwnRatings } from './ratings-of.ts'

export function OwnRating({ restaurantId }: { restaurantId: number }) {
  const ratings = useOwnRatings()
  const own = ratings.of(restaurantId)
  return (
    <section aria-label="Your rating" className="-mt-2 rounded-md bg-saffron-tint px-4 py-3">
      <h3 className="font-sans font-semibold text-saffron-ink text-sm tracking-normal">Your rating</h3>
      {own ? (
        <>
          <StarRating value={own.value} hideValue size="medium" className="mt-0.5" />
          {own.comment && <p className="mt-1 whitespace-pre-line break-words">{own.comment}</p>}
        </>
      ) : ratings.isKnown ? (
        <p>You haven’t rated it yet</p>
      ) : ratings.error ? (
        <p className="flex flex-wrap items-center justify-between gap-2">
          {serverMessage(ratings.error) ?? 'Failed to fetch your ratings'}
          <Button size="small" onClick={ratings.retry}>
            Retry
          </Button>
        </p>
      ) : (
        <Skeleton className="my-1 h-5 w-32" />
      )}
    </section>
  )
}
