import { clsx } from 'clsx'
import { Star } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Restaurant } from '#contract/restaurants.ts'
import { priceLabels } from '#domain/price.ts'
import { starCount } from '#domain/ratings.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { cuisineLabel } from './cuisine-label.ts'
import { Distance } from './distance.tsx'

/** How far, how dear, what kind: only what is known, and last that the distance isn't. */
export function Essentials({ restaurant, className }: { restaurant: Restaurant; className?: string }) {
  const { travelTime, distance, price, cuisine } = restaurant
  const far = <Distance restaurant={restaurant} />
  return (
    <p
      className={clsx(
        "flex items-baseline gap-x-2 whitespace-nowrap text-[0.9375rem] [&>*+*]:before:mr-2 [&>*+*]:before:font-normal [&>*+*]:before:text-muted [&>*+*]:before:content-['·']",
        className,
      )}
    >
      {travelTime > 0 && <span className="font-semibold tabular-nums">{travelTime} min</span>}
      {distance !== null && <span className="tabular-nums">{far}</span>}
      {price && (
        <span className="font-semibold">
          <span aria-hidden="true">{price}</span>
          <span className="sr-only">{priceLabels[price]}</span>
        </span>
      )}
      {cuisine && <span className="min-w-0 truncate">{cuisineLabel(cuisine)}</span>}
      {distance === null && <span className="text-muted">{far}</span>}
    </p>
  )
}

interface FigureProps {
  label: string
  className?: string
  children: ReactNode
}

/** A rating under its name. */
export function Figure({ label, className, children }: FigureProps) {
  return (
    <p className={className}>
      <span className="block text-muted text-xs">{label}</span> {children}
    </p>
  )
}

/** Whether one rated it, and how. */
export function OwnValue({ value }: { value: number | null | undefined }) {
  if (value === undefined) return <Skeleton className="my-1 h-4 w-16" />
  if (value === null) return <span className="text-[0.9375rem] text-muted">Not yet</span>
  return (
    <span className="inline-flex items-center gap-1 font-semibold text-saffron-ink">
      <Star aria-hidden="true" className="size-4 fill-saffron-bright text-saffron" />
      {starCount(value)}
    </span>
  )
}

interface FactProps {
  icon: ReactNode
  /** For screen readers, who don't see the icon. */
  name: string
  children: ReactNode
}

export function Fact({ icon, name, children }: FactProps) {
  return (
    <div className="flex min-w-0 items-start gap-2 [&_svg]:mt-0.75 [&_svg]:size-3.5 [&_svg]:shrink-0">
      <dt>
        <span aria-hidden="true">{icon}</span>
        <span className="sr-only">{name}</span>
      </dt>
      <dd className="line-clamp-2 min-w-0">{children}</dd>
    </div>
  )
}
