import { lazy, Suspense, useEffect, useState } from 'react'
import { useSticky } from '#web/lib/state.ts'
import { useLunchDialogs } from './lunch-search.ts'

const Dialogs = lazy(async () => ({ default: (await import('./lunch-dialogs.tsx')).LunchDialogs }))

/** The dialogs of lunches, loaded once the address names one. */
export function LazyLunchDialogs() {
  const { lunch, start } = useLunchDialogs()
  const isWanted = useSticky(lunch !== undefined || start !== undefined || undefined)
  return isWanted ? (
    <Suspense>
      <Dialogs />
    </Suspense>
  ) : null
}

type Cards = typeof import('./lunch-cards.tsx').LunchCards
let loaded: Cards | undefined

/**
 * What draws lunches, loaded when there is one; until then undefined, and 'missing' where it can't be had. Not by Suspense:
 * the list of restaurants must not hide while somebody's first lunch of the day is on its way.
 */
export function useLunchCards(isWanted: boolean): Cards | 'missing' | undefined {
  const [Cards, setCards] = useState<Cards | 'missing' | undefined>(() => loaded)
  useEffect(() => {
    if (!isWanted || Cards) return
    let isLeaving = false
    import('./lunch-cards.tsx').then(
      ({ LunchCards }) => {
        loaded = LunchCards
        if (!isLeaving) setCards(() => LunchCards)
      },
      // The page goes on without, and says so.
      () => isLeaving || setCards('missing'),
    )
    return () => {
      isLeaving = true
    }
  }, [isWanted, Cards])
  return Cards
}
