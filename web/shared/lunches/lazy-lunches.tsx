import { useEffect, useState } from 'react'
import { loadCode } from '#web/lib/load-code.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { closeLunchDialogs, useLunchDialogs } from './lunch-search.ts'

const LunchDialogs = lazyDialog(async () => (await import('./lunch-dialogs.tsx')).LunchDialogs, {
  rare: true,
})

/** The dialogs about lunches, loaded once the address names one. */
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
 * The component that shows lunches, loaded when there is one: undefined until then, 'missing' if it can't be loaded. It
 * doesn't use Suspense, which would hide the list of restaurants while the first lunch of the day loads.
 */
export function useLunchCards(isWanted: boolean): Cards | 'missing' | undefined {
  const [Cards, setCards] = useState<Cards | 'missing' | undefined>(() => loaded)
  useEffect(() => {
    if (!isWanted || Cards) return
    let isLeaving = false
    loadCode(() => import('./lunch-cards.tsx')).then(
      ({ LunchCards }) => {
        loaded = LunchCards
        if (!isLeaving) setCards(() => LunchCards)
      },
      // The page works without it, and says so.
      () => isLeaving || setCards('missing'),
    )
    return () => {
      isLeaving = true
    }
  }, [isWanted, Cards])
  return Cards
}
