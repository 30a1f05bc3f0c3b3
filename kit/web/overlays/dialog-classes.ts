import { clsx } from 'clsx'

/** Dialog styles shared by dialog.tsx and what is shown until the scripts load (app/web/frame/placeholders.tsx). */
export const scrimClass = 'fixed inset-0 z-50 touch-pinch-zoom bg-scrim'

/** On short screens the title scrolls with the content: a long fixed title would leave no room for the rest. */
export const panelClass = (wide: boolean | undefined) =>
  clsx(
    'fixed inset-0 z-50 flex scroll-pb-24 flex-col overflow-y-auto overscroll-contain bg-raised outline-none tall:overflow-hidden',
    'md:inset-x-0 md:top-[50dvh] md:bottom-auto md:mx-auto md:max-h-[85dvh] md:-translate-y-1/2',
    'md:rounded-lg md:shadow-floating',
    // The wide one is filled step by step. Its height is fixed, or what a user is about to press would move up.
    wide
      ? 'md:h-[min(85dvh,60rem)] md:w-[min(64rem,calc(100vw-3rem))]'
      : 'md:w-[min(32rem,calc(100vw-3rem))]',
  )

export const titleBarClass =
  'shrink-0 border-line border-b pt-[max(1rem,env(safe-area-inset-top))] pr-16 pb-4 pl-5 md:px-7 md:pt-6 md:pr-16'

/*
 * Scrolling elements are positioned so that the screen reader texts in them scroll along. Otherwise these
 * texts would enlarge the panel, whose title could then scroll away.
 */
export const columnsClass = (wide: boolean | undefined) =>
  clsx(
    // On paper, Firefox would move a grid that is longer than the page to the next one, and leave the title alone.
    'print:flex',
    'relative flex flex-[1_0_auto] flex-col overscroll-contain tall:min-h-0 tall:flex-1 tall:overflow-y-auto',
    wide && 'md:grid md:grid-cols-2 md:tall:overflow-hidden',
  )

export const asideClass = 'print:contents relative shrink-0 md:min-h-0 md:tall:overflow-y-auto'

export const bodyClass = (wide: boolean | undefined, hasFooter: boolean) =>
  clsx(
    'relative flex-1 px-5 pt-5 md:min-h-0 md:px-7 md:pt-6',
    hasFooter ? 'pb-6' : 'pb-[max(1.5rem,env(safe-area-inset-bottom))]',
    wide && 'md:tall:overflow-y-auto',
  )

export const footerClass =
  'print:hidden sticky bottom-0 z-10 flex shrink-0 flex-wrap justify-end gap-3 border-line border-t bg-raised px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] max-sm:*:flex-auto md:px-7 md:py-4'
