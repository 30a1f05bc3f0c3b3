import { clsx } from 'clsx'
import { Star } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Restaurant } from '#contract/restaurants.ts'
import { priceLabels } from '#domain/price.ts'
import { starCount } from '#domain/ratings.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { cuisineLabel } from './cuisine-label.ts'
import { Distance } from './distance.tsx'

/** How far, how dear, what kind: only what is known. */
export function Essentials({ restaurant }: { restaurant: Restaurant }) {
  const { travelTime, price, cuisine } = restaurant
  return (
    <p className="flex items-baseline gap-x-2 whitespace-nowrap font-semibold text-[0.9375rem] [&>*+*]:before:mr-2 [&>*+*]:before:font-normal [&>*+*]:before:text-muted [&>*+*]:before:content-['·']">
      {travelTime > 0 && <span className="tabular-nums">{travelTime} min</span>}
      <span className="font-normal tabular-nums">
        <Distance restaurant={restaurant} />
      </span>
      {price && (
        <span>
          <span aria-hidden="true">{price}</span>
          <span className="sr-only">{priceLabels[price]}</span>
        </span>
      )}
      {cuisine && <span className="min-w-0 truncate font-normal">{cuisineLabel(cuisine)}</span>}
    </p>
  )
}

/** Whether one rated it, and how. */
export function OwnValue({ value }: { value: number | null | undefined }) {
  if (value === undefined) return <Skeleton className="my-0.5 h-6 w-32 rounded-full" />
  return (
    <p
      className={clsx(
        'inline-flex items-center gap-1.5 self-start rounded-full py-0.5 text-sm leading-6',
        value === null ? 'text-muted' : 'bg-saffron-tint px-2.5 font-semibold text-saffron-ink',
      )}
    >
      {value === null ? (
        'You haven’t rated it yet'
      ) : (
        <>
          <Star aria-hidden="true" className="size-3.5 fill-saffron-bright text-saffron" />
          Your rating: {starCount(value)}
        </>
      )}
    </p>
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
