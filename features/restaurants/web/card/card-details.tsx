import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { formatDistance } from '#kit/rules/distance.ts'
import { starCount } from '#kit/rules/stars.ts'
import { Skeleton } from '#kit/web/loading/skeleton.tsx'
import type { Restaurant } from '../../contract.ts'
import { priceLabels } from '../../price.ts'
import { cuisineLabel } from '../field-labels.ts'

/** Distance, price and cuisine, as far as known; last, a note if the distance is unknown. */
export function Essentials({ restaurant, className }: { restaurant: Restaurant; className?: string }) {
  const { travelTime, distance, distanceIsEstimated, price, cuisine } = restaurant
  const isGuess = distance !== null && distanceIsEstimated
  return (
    <p
      className={clsx(
        'flex items-baseline gap-x-2 whitespace-nowrap font-semibold print:flex-wrap max-[18rem]:flex-wrap max-[18rem]:whitespace-normal text-[0.9375rem] tabular-nums',
        // A dot before every item but the first. If there are minutes, those are the first item, as a bare text node.
        travelTime > 0
          ? '[&>*]:before:mr-2 [&>*]:before:font-normal [&>*]:before:text-muted [&>*]:before:content-["·"]'
          : '[&>*+*]:before:mr-2 [&>*+*]:before:font-normal [&>*+*]:before:text-muted [&>*+*]:before:content-["·"]',
        className,
      )}
    >
      {travelTime > 0 && `${travelTime} min`}
      {distance !== null && (
        <span className={clsx('font-normal', isGuess && 'text-[0.8125rem] text-muted')}>
          {formatDistance(distance) + (isGuess ? ' (estimated)' : '')}
        </span>
      )}
      {price && (
        <span role="img" aria-label={priceLabels[price]}>
          {price}
        </span>
      )}
      {cuisine && <span className="min-w-0 truncate font-normal">{cuisineLabel(cuisine)}</span>}
      {distance === null && <span className="font-normal text-muted">{formatDistance(null)}</span>}
    </p>
  )
}

interface FigureProps {
  label: string
  className?: string
  children: ReactNode
}

/** A rating with its label above. */
export function Figure({ label, className, children }: FigureProps) {
  return (
    <p className={className}>
      <span className="block w-full font-normal text-muted text-xs">{label}</span>
      {children}
    </p>
  )
}

/** The viewer's rating. The star is a pseudo-element before the label, so a grid puts it below. */
export function OwnFigure({ value, className }: { value: number | null | undefined; className: string }) {
  const look = clsx(
    value === null && 'text-[0.9375rem] text-muted',
    value && 'star-before grid grid-cols-[auto_1fr] items-center gap-x-1 font-semibold text-saffron-ink',
  )
  return (
    <Figure label="Your rating" className={clsx('*:first:col-span-full *:first:-order-1', look, className)}>
      {value === undefined && <Skeleton className="my-1 h-4 w-16" />}
      {value === null && 'Not yet'}
      {value && starCount(value)}
    </Figure>
  )
}

interface DetailProps {
  icon: 'clock' | 'pin'
  /** For screen readers, in place of the icon. */
  name: string
  className?: string | undefined
  children: ReactNode
}

/** A name (for screen readers only) and a value in a <dl>. */
export function Detail({ icon, name, className, children }: DetailProps) {
  return (
    <>
      <dt className="sr-only">{name}</dt>
      <dd className={clsx('fact line-clamp-2 relative min-w-0 pl-5.5', icon, className)}>{children}</dd>
    </>
  )
}
