import { clsx } from 'clsx'
import type { Page } from '#kit/web/router/router.ts'

/**
 * The layout of every page, shared by the placeholders until the scripts load (placeholders.tsx) and shell.tsx. What
 * ends a page can be scrolled out from under a toast.
 */
export const frameClass = 'isolate flex min-h-dvh flex-col'

export const mainClass = (layout: Page['layout']) =>
  clsx(
    'flex w-full flex-1 flex-col outline-none',
    layout
      ? 'pb-(--bottom-bar-height)'
      : 'page-column mx-auto pt-4 pb-[calc(var(--bottom-bar-height)+max(3rem,var(--departure-bar-height)+9rem-var(--action-bar-height)))] md:pt-8',
  )

export const headerClass =
  'tall:sticky top-0 z-30 border-line border-b bg-raised pt-[env(safe-area-inset-top)]'

/** `bleed`: full width, for pages that take the whole width. */
export const headerColumnClass = (bleed: boolean) =>
  clsx('page-column mx-auto flex min-h-14 items-center gap-3 md:min-h-16', bleed && '!max-w-none lg:!px-8')

export const homeLinkClass =
  '-ml-1 flex min-h-11 min-w-0 items-center gap-2 rounded-sm px-1 font-semibold font-serif text-lg sm:gap-2.5 sm:text-xl'
