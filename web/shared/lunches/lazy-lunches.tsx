import { lazyCode } from '#web/lib/lazy-code.ts'
import { useSearch } from '#web/lib/router/router.ts'
import { urlParams } from '#web/lib/search-params.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { parseLunchSearch } from './lunch-search.ts'

const LunchDialogs = lazyDialog(async () => (await import('./lunch-dialogs.tsx')).LunchDialogs, {
  rare: true,
})

/** The dialogs about lunches, loaded once the address names one. */
export function LazyLunchDialogs() {
  const { lunch, start } = parseLunchSearch(useSearch())
  return (
    <LunchDialogs
      open={lunch !== undefined || start !== undefined}
      onClose={() => urlParams.close('lunch', 'start')}
    />
  )
}

const lunchCards = lazyCode(async () => (await import('./lunch-cards.tsx')).LunchCards)

/** The component that shows lunches, loaded when there is one. */
export const useLunchCards = lunchCards.useCode
