import { Skeleton } from '#web/ui/skeleton.tsx'
import { StarRating } from '#web/ui/stars.tsx'
import { useOwnRating } from './ratings-of.ts'

/** One's own rating. */
export function OwnRating({ restaurantId }: { restaurantId: number }) {
  const own = useOwnRating(restaurantId)
  return (
    <section aria-label="Your rating" className="-mt-2 rounded-md bg-saffron-tint px-4 py-3">
      <h3 className="font-sans font-semibold text-saffron-ink text-sm tracking-normal">Your rating</h3>
      {own ? (
        <>
          <StarRating value={own.value} hideValue size="medium" className="mt-0.5" />
          {own.comment && <p className="mt-1 whitespace-pre-line break-words">{own.comment}</p>}
        </>
      ) : own === null ? (
        <p>You haven’t rated it yet</p>
      ) : (
        <Skeleton className="my-1 h-5 w-32" />
      )}
    </section>
  )
}
