import { useEffect, useState } from 'react'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { closeLunchDialogs, useLunchDialogs } from './lunch-search.ts'

const LunchDialogs = lazyDialog(async () => (await import('./lunch-dialogs.tsx')).LunchDialogs, {
  rare: true,
})

/** The dialogs of lunches, loaded once the address names one. */
export function LazyLunchDialogs() {
  const { lunch, start } = useLunchDialogs()
  return (
    <LunchDialogs
      open={lunch !== undefined || start !== undefined}
      onClose={() => closeLunchDialogs('lunch', 'start')}
    />
  )
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
