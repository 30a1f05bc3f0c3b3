import { lazyCode } from '#web/lib/lazy-code.ts'
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

const lunchCards = lazyCode(async () => (await import('./lunch-cards.tsx')).LunchCards)

/** The component that shows lunches, loaded when there is one. */
export const useLunchCards = lunchCards.useCode
