import { UtensilsCrossed } from 'lucide-react'
import { useState } from 'react'
import type { Lunch } from '#contract/lunches.ts'
import { usePublicConfig } from '#web/api/public-config.ts'
import { inOrder } from '#web/features/lunches/lunch-words.ts'
import { useLunches, useLunchesAreKept } from '#web/features/lunches/use-lunches.ts'
import { useLunchCards } from '#web/kit/lunches/lazy-lunches.tsx'
import { openLunchDialog } from '#web/kit/lunches/lunch-search.ts'
import { useServerMinute } from '#web/lib/server-now.ts'
import { useIsLate } from '#web/lib/state.ts'
import { Button } from '#web/ui/button.tsx'

/**
 * The lunches of a campus and what draws them, for what stands above the list; undefined while they are on their way, so
 * that the list comes with them and nothing moves; so while it isn't known what stands above them.
 */
export function useTodaysLunches(campusCode: string | undefined, isAboveKnown: boolean) {
  const { timeZone } = usePublicConfig()
  const now = useServerMinute()
  // Apart from what is made of it: of an expression with a hook in it the compiler keeps nothing, and the page below is drawn anew.
  const all = useLunches()
  // While the campus isn't known, nothing is known of its lunches.
  const ofCampus =
    campusCode === undefined ? undefined : all?.filter(lunch => lunch.campusCode === campusCode)
  const lunches = ofCampus && inOrder(ofCampus, now, timeZone)
  const areKept = useLunchesAreKept()
  const Cards = useLunchCards(lunches !== undefined && lunches.length > 0)
  const isLate = useIsLate()
  const isReady = isAboveKnown && lunches !== undefined && (lunches.length === 0 || Cards !== undefined)
  // That there was none at the last visit says nothing about now.
  const areKnown = lunches && (lunches.length > 0 || !areKept)
  // For good: what is newer than what was kept takes away nothing that is being read.
  const [wasReady, setWasReady] = useState(false)
  if (isReady && !wasReady) setWasReady(true)
  return isReady || wasReady || isLate ? { lunches: areKnown ? lunches : undefined, Cards } : undefined
}

interface TodayProps {
  /** Undefined while they are on their way. */
  lunches: readonly Lunch[] | undefined
  Cards: ReturnType<typeof useLunchCards>
}

/** Who goes where, when: one card per lunch, or an invitation to start the first one. */
export function Today({ lunches, Cards }: TodayProps) {
  const start = (
    <Button
      icon={<UtensilsCrossed />}
      onClick={() => openLunchDialog({ start: 'new' })}
      className="shrink-0 max-sm:!px-4"
    >
      Start a lunch
    </Button>
  )
  const drawn = lunches && lunches.length > 0 && Cards && Cards !== 'missing' && (
    <Cards lunches={lunches} onOpen={lunch => openLunchDialog({ lunch })} />
  )
  return (
    <section aria-labelledby="today" className="mt-4 md:mt-8">
      <div className="mb-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="today" className={drawn ? undefined : 'sr-only'}>
          Today
        </h2>
        {!drawn && (
          <p className="min-w-0 flex-1 text-muted">
            {lunches?.length === 0 ? (
              'Nobody has started a lunch yet'
            ) : Cards === 'missing' ? (
              <>
                Today’s lunches can’t be shown.{' '}
                <Button size="small" variant="quiet" onClick={() => location.reload()}>
                  Retry
                </Button>
              </>
            ) : (
              'Looking for today’s lunches…'
            )}
          </p>
        )}
        {start}
      </div>
      {drawn}
    </section>
  )
}
