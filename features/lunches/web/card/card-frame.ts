/** The cards of the strip: one and the beginning of the next on phones, three on wide screens. */
export const cardWidthClass =
  'w-[min(21rem,calc(100vw-var(--spacing)*14))] shrink-0 snap-start max-sm:only:w-full lg:w-[max(19rem,calc((100%-1.5rem)/3))]'

/** The viewer's own lunch, which takes the whole width of a phone. */
export const ticketWidthClass = `${cardWidthClass} max-sm:w-full`
