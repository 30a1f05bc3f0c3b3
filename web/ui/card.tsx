import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

interface CardProps extends ComponentProps<'div'> {
  /** For a card that is a link or a button as a whole. */
  lifts?: boolean
}

export function Card({ lifts, className, ...rest }: CardProps) {
  return <div {...rest} className={cardClass(lifts, className)} />
}

/** Styles another element as a card: an article, a list item. */
export function cardClass(lifts?: boolean, className?: string): string {
  return clsx(
    'rounded-lg border border-line bg-raised shadow-raised',
    lifts &&
      'transition-[box-shadow,transform,border-color] duration-quick hover:-translate-y-0.5 hover:border-edge hover:shadow-floating',
    className,
  )
}
