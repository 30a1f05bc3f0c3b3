import { lazyCode } from '#kit/web/lazy/lazy-code.ts'
import { lazyDialog } from '#kit/web/lazy/lazy-dialog.tsx'
import { lazyPart } from '#kit/web/lazy/lazy-part.tsx'
import { urlParams, useParams } from '#kit/web/router/search-params.ts'
import { lunchParams } from './start/start-params.ts'
import { StarterFrames } from './starters/starter-frames.tsx'

const LunchDialogs = lazyDialog(async () => (await import('./dialog/lunch-dialogs.tsx')).LunchDialogs, {
  rare: true,
})

/** The dialogs about lunches, loaded once the address names one. */
export function LazyLunchDialogs() {
  const { lunch, start } = useParams(lunchParams)
  return (
    <LunchDialogs
      open={lunch !== undefined || start !== undefined}
      onClose={() => urlParams.close('lunch', 'start')}
    />
  )
}

const lunchCards = lazyCode(async () => (await import('./card/lunch-cards.tsx')).LunchCards)

/** The component that shows lunches, loaded when there is one. */
export const useLunchCards = lunchCards.useCode

/** Cards that start a lunch by one tap, loaded when nobody has. */
export const LazyStarters = lazyPart(async () => (await import('./starters/starters.tsx')).Starters, {
  Placeholder: StarterFrames,
  Instead: ({ instead }) => instead,
})
