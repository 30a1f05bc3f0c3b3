import { clsx } from 'clsx'
import { useState } from 'react'
import type { Rating } from '#contract/ratings.ts'
import type { Visit } from '#contract/visits.ts'
import { daysAgo } from '#domain/visit-days.ts'
import { useSignedIn } from '#web/api/viewer.ts'
import { useOwnRating } from '#web/features/rating/ratings-of.ts'
import { useRate } from '#web/features/rating/use-rate.ts'
import { useDismissVisit, useToday } from '#web/features/visits/use-visits.ts'
import { openDialog } from '#web/kit/restaurant/dialog-search.ts'
import { Button } from '#web/ui/button.tsx'
import { cardClass } from '#web/ui/card.tsx'
import { StarInput } from '#web/ui/star-input.tsx'

/** Asks about the latest visit: once a day at most, and about each visit once. */
export function HowWasIt({ visits, className }: { visits: readonly Visit[]; className: string }) {
  const viewer = useSignedIn()
  const today = useToday()
  const key = `asked-${viewer.id}`
  const [answeredOn, setAnsweredOn] = useState(() => localStorage.getItem(key))
  // Kept while its answer is on the way, and for a comment after it.
  const [answered, setAnswered] = useState<Visit>()
  const [latest] = visits
  const visit = answered ?? (answeredOn === today ? undefined : latest)
  if (!visit?.restaurant) return null
  const onAnswered = () => {
    localStorage.setItem(key, today)
    setAnsweredOn(today)
  }
  return (
    <Question
      key={visit.id}
      visit={visit}
      className={className}
      restaurant={visit.restaurant}
      isAnswered={answered !== undefined}
      onRated={() => {
        setAnswered(visit)
        onAnswered()
      }}
      onDone={() => {
        setAnswered(undefined)
        onAnswered()
      }}
    />
  )
}

interface QuestionProps {
  visit: Visit
  restaurant: { id: number; name: string }
  isAnswered: boolean
  onRated: () => void
  onDone: () => void
  className: string
}

function Question({ visit, restaurant, isAnswered, onRated, onDone, className }: QuestionProps) {
  const own = useOwnRating(restaurant.id)
  // What there was before: the new stars are seen as one's own at once.
  const [before, setBefore] = useState<Rating | null>()
  const rate = useRate(restaurant, (before === undefined ? own : before) ?? null)
  const dismiss = useDismissVisit()
  const today = useToday()
  const [value, setValue] = useState(0)
  const give = (stars: number) => {
    setValue(stars)
    if (before === undefined) setBefore(own ?? null)
    rate.mutate({ value: stars })
    onRated()
  }
  return (
    <section
      aria-label="How was it?"
      className={cardClass(false, clsx('flex flex-wrap items-center gap-x-5 gap-y-1 px-4 py-3', className))}
    >
      <div className="min-w-0 flex-1 basis-56">
        <h2 className="text-lg">How was it?</h2>
        <p className="break-words text-muted text-sm">
          {restaurant.name}, {daysAgo(visit.date, today)}
        </p>
      </div>
      <StarInput
        label={`Your stars for ${restaurant.name}`}
        value={value}
        onChange={give}
        disabled={own === undefined || rate.isPending}
      />
      <div className="flex gap-2">
        {isAnswered ? (
          <>
            <Button
              size="small"
              onClick={() => {
                onDone()
                openDialog({ rate: restaurant.id })
              }}
            >
              Add a comment
            </Button>
            <Button size="small" variant="quiet" onClick={onDone}>
              Done
            </Button>
          </>
        ) : (
          <Button
            size="small"
            variant="quiet"
            onClick={() => {
              dismiss.mutate({ params: { id: String(visit.id) } })
              onDone()
            }}
          >
            Not now
          </Button>
        )}
      </div>
    </section>
  )
}
