import { type ClassValue, clsx } from 'clsx'
import type { ComponentProps } from 'react'

export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cardClass(className)} />
}

/** Styles another element as a card: an article, a list item. */
export function cardClass(...more: ClassValue[]): string {
  return clsx('rounded-lg border border-line bg-raised shadow-raised', ...more)
}
