import { lazyCode } from '#web/lib/lazy-code.ts'
import { closeDialogs, useDialogs } from '#web/shared/dialog-search.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'

const LunchDialogs = lazyDialog(async () => (await import('./lunch-dialogs.tsx')).LunchDialogs, {
  rare: true,
})

/** The dialogs about lunches, loaded once the address names one. */
export function LazyLunchDialogs() {
  const { lunch, start } = useDialogs()
  return (
    <LunchDialogs
      open={lunch !== undefined || start !== undefined}
      onClose={() => closeDialogs('lunch', 'start')}
    />
  )
}

const lunchCards = lazyCode(async () => (await import('./lunch-cards.tsx')).LunchCards)

/** The component that shows lunches, loaded when there is one. */
export const useLunchCards = lunchCards.useCode
