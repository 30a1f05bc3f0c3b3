import { clsx } from 'clsx'

/* The height of a restaurant's card, for the card itself and for what holds its place. Keep them in step. */

/** The picture's shape. */
export const pictureShape = 'aspect-[5/2] min-h-[6.5rem] sm:aspect-[16/9] lg:aspect-[2/1]'

/** The same as a pseudo-element before the name of a card that isn't near yet. */
export const outlineShape =
  'before:block before:min-h-[6.5rem] before:aspect-[5/2] before:bg-sunken sm:before:aspect-[16/9] lg:before:aspect-[2/1]'

/** Skips style and layout until the card is near, and reserves its approximate height, based on the page's width. */
export const farClass = clsx(
  '[--list:calc(min(100vw,76rem)-2*var(--gutter))] [content-visibility:auto]',
  '[contain-intrinsic-height:calc(var(--list)*0.4+var(--card-text,11.5rem))]',
  'sm:[contain-intrinsic-height:calc((var(--list)-1rem)*0.28125+var(--card-text,11.5rem))]',
  'lg:[contain-intrinsic-height:calc((var(--list)-2.5rem)/6+var(--card-text,11.5rem))]',
)
