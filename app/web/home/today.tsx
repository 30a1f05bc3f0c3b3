import { clsx } from 'clsx'
import { useRef } from 'react'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import type { Lunch } from '#features/lunches/contract.ts'
import { LazyStarters, useLunchCards } from '#features/lunches/web/lazy-lunches.tsx'
import { isIn, isUpcoming } from '#features/lunches/web/lunch-texts.ts'
import { StartSign } from '#features/lunches/web/start/start-here.tsx'
import { isNextLunchFree, isTakenBack } from '#features/lunches/web/starters/next-lunch.ts'
import { useLunches, useLunchesAreStale } from '#features/lunches/web/use-lunches.ts'
import { localDate } from '#kit/rules/time/zoned-time.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { useServerMinute } from '#kit/web/browser/now.ts'
import { useEver } from '#kit/web/browser/state.ts'
import { useWaitTimedOut } from '#kit/web/loading/max-wait.ts'
import { ScrollArrows } from '#kit/web/overlays/scroll-arrows.tsx'
import { urlParams } from '#kit/web/router/search-params.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { stripClass, todayClass, todayHeadClass } from './home-classes.ts'

/**
 * The lunches of a campus and the component for their cards. Undefined until they are loaded and it is known what is
 * above them: the list below waits for that, so that nothing shifts.
 */
export function useTodaysLunches(campusCode: string | undefined, isAboveKnown: boolean) {
  const viewer = useSignedIn()
  const { timeZone } = usePublicConfig()
  const now = useServerMinute()
  // A separate statement: React Compiler doesn't memoize an expression that contains a hook call, and the page below
  // would render again.
  const all = useLunches()
  // Without a campus its lunches aren't known either.
  const today = localDate(now, timeZone)
  const lunches =
    campusCode === undefined
      ? undefined
      : all?.filter(lunch => {
          const day = localDate(new Date(lunch.leavesAt), timeZone)
          // One's own of today is shown on every campus.
          const isOwn = day === today && isIn(lunch, viewer.id) && isUpcoming(lunch, now)
          return day >= today && (isOwn || lunch.campusCode === campusCode) && !isTakenBack(lunch)
        })
  const areStale = useLunchesAreStale()
  const cards = useLunchCards(lunches !== undefined && lunches.length > 0)
  const hasTimedOut = useWaitTimedOut()
  const isReady = isAboveKnown && lunches !== undefined && (lunches.length === 0 || !cards.isLoading)
  // An empty list cached by the last visit doesn't mean that there are none now.
  const areKnown = lunches && (lunches.length > 0 || !areStale)
  // Once ready, stay ready: newer data must not hide what the user is reading.
  const wasReady = useEver(isReady)
  return wasReady || hasTimedOut ? { lunches: areKnown ? lunches : undefined, cards } : undefined
}

interface TodayProps {
  campusCode: string
  /** Undefined while loading. */
  lunches: readonly Lunch[] | undefined
  cards: ReturnType<typeof useLunchCards>
}

/** Today's lunches: one card per lunch, or cards that start the first one in the same room. */
export function Today({ campusCode, lunches, cards: { code: Cards, error, isLoading, retry } }: TodayProps) {
  const row = useRef<HTMLUListElement>(null)
  const { timeZone } = usePublicConfig()
  const now = useServerMinute()
  const isNoneYet = lunches?.length === 0
  const starters = lunches && isNextLunchFree(lunches, now, timeZone) && (
    <LazyStarters campusCode={campusCode} {...(isNoneYet && { instead: <NoneYet /> })} />
  )
  const drawn = isNoneYet ? (
    <ul role="list" ref={row} className={stripClass}>
      {starters}
    </ul>
  ) : (
    lunches &&
    Cards && (
      <Cards
        row={row}
        className={stripClass}
        starters={starters}
        lunches={lunches}
        onOpen={lunch => urlParams.open({ lunch })}
      />
    )
  )
  return (
    <section aria-labelledby="today" className={todayClass}>
      <div className={todayHeadClass}>
        <h2 id="today">Today</h2>
        {isNoneYet && <p className={noneYetClass}>Nobody has started a lunch yet</p>}
        <Button
          icon={<StartSign />}
          onClick={() => urlParams.open({ start: 'new' })}
          className="shrink-0 !px-4"
        >
          Start a lunch
        </Button>
        {drawn && <ScrollArrows row={row} of="lunches" count={lunches?.length ?? 0} />}
      </div>
      {drawn || (
        <div className={clsx(stripClass, 'text-muted')}>
          <div className={boxClass}>
            {error ? (
              <p>
                Today’s lunches can’t be shown.{' '}
                <Button size="small" variant="quiet" busy={isLoading} onClick={retry}>
                  Retry
                </Button>
              </p>
            ) : (
              <p>Looking for today’s lunches…</p>
            )}
          </div>
        </div>
      )}
    </section>
  )
}

/** Between heading and button on phones that are wide enough, otherwise only heard. */
const noneYetClass =
  'min-w-0 flex-1 text-[0.8125rem] text-muted leading-tight max-[22rem]:sr-only md:order-last md:max-w-40 md:flex-none'

const boxClass =
  'flex flex-1 flex-col items-center justify-center gap-1 rounded-lg border border-edge border-dashed px-6 text-center'

/** No place is open, or everything was eaten at lately. */
function NoneYet() {
  return (
    <li className="flex flex-1 text-muted text-sm">
      <p className={boxClass}>Choose a time and a place. Others join with one tap.</p>
    </li>
  )
}
