import { clsx } from 'clsx'

/*
 * The rooms of Home's parts, the same before, while and after their content arrives: nothing moves. Shared by the page
 * and its skeleton, which the build also makes the placeholder of.
 */

/** The heading, or on small screens the question about a visit in its place. Takes back some of the page's padding. */
export const topClass =
  'relative -mt-4 flex min-h-20 items-center justify-between gap-x-6 md:-mt-6 md:min-h-18'

/** From edge to edge on phones, fading out on the right. */
export const campusesClass =
  'max-md:!-mx-(--gutter) max-md:!px-(--gutter) min-w-0 flex-1 max-md:mask-r-from-[calc(100%-2.5rem)]'

/**
 * Heading and button above the cards, or on wide screens beside them. With enlarged letters they wrap. It keeps its
 * height, so what is below stays by itself: scroll anchoring would follow something within it that is replaced.
 */
export const todayClass =
  '[overflow-anchor:none] mt-2 md:mt-3 md:grid md:grid-cols-[auto_minmax(0,1fr)] md:gap-x-4'

export const todayHeadClass =
  'flex min-h-11 items-center justify-between gap-x-3 max-[19rem]:flex-wrap md:my-1 md:flex-col md:items-start md:justify-start md:gap-y-2'

/** Cards of one height, whatever is in them: 176 pixels, and more with larger letters, which take more lines. */
export const stripClass = clsx(
  'scroll-row relative -mx-(--gutter) flex h-[max(11rem,calc(17rem-96px))] snap-x gap-3 overflow-x-auto px-(--gutter) pt-1 pb-2',
  'scroll-px-(--gutter) md:-mr-(--gutter) md:-ml-1 md:scroll-pl-1 md:pl-1 print:h-auto print:flex-wrap print:overflow-visible',
)

/** The list's heading, its search and sort order, and 'Decide For Me': one row where it fits. */
export const listHeadClass = 'mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 md:mt-3'
