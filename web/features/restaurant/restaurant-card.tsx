import { clsx } from 'clsx'
import { Clock, MapPin } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import type { Restaurant } from '#contract/restaurants.ts'
import { formatHours } from '#domain/hours.ts'
import { Badge } from '#web/ui/badge.tsx'
import { cardClass } from '#web/ui/card.tsx'
import { AverageLine } from './average-line.tsx'
import { Essentials, Fact, OwnValue } from './card-facts.tsx'
import { RestaurantPicture } from './restaurant-picture.tsx'

interface RestaurantCardProps {
  restaurant: Restaurant
  campusName: string
  /** One's own stars; null for none, undefined while they aren't known. */
  ownValue: number | null | undefined
  /** Where the card leads, and what a plain click does instead of loading that page. */
  href: string
  onOpen: () => void
  heart?: ReactNode
  /** In the 'unrated' variant: the button that rates. */
  rateButton?: ReactNode
  /** Among the first in sight. */
  urgent?: boolean
  highlighted?: boolean
  level?: 2 | 3
}

export function RestaurantCard(props: RestaurantCardProps) {
  const { restaurant, campusName, ownValue, href, onOpen, heart, rateButton, urgent, highlighted } = props
  const Heading = props.level === 2 ? 'h2' : 'h3'
  return (
    <article
      id={`restaurant-${restaurant.id}`}
      className={cardClass(
        true,
        clsx(
          'relative isolate flex h-full min-w-0 scroll-my-24 flex-col overflow-hidden',
          'has-[a:focus-visible]:outline-3 has-[a:focus-visible]:outline-focus has-[a:focus-visible]:outline-offset-2',
          highlighted && 'animate-highlight !border-saffron',
        ),
      )}
    >
      <div className="flex flex-1 flex-col gap-2.5 p-4 pt-3.5">
        <div>
          <Heading className="line-clamp-2 text-balance text-lg leading-snug">
            <a
              href={href}
              onClick={event => {
                if (!isPlainClick(event)) return
                event.preventDefault()
                onOpen()
              }}
              className="outline-none after:absolute after:inset-0"
            >
              {restaurant.name}
            </a>
          </Heading>
          <p className="mt-1 flex flex-row-reverse flex-wrap items-center justify-end gap-x-2.5">
            <span className="text-muted text-xs">All Staff Average</span>
            <AverageLine restaurant={restaurant} />
          </p>
        </div>
        <Essentials restaurant={restaurant} />
        <OwnValue value={ownValue} />
        <dl className="mt-auto flex flex-col gap-1 text-muted text-sm">
          <Fact icon={<Clock />} name="Hours">
            {formatHours(restaurant.hours)}
          </Fact>
          <Fact icon={<MapPin />} name="Address">
            {restaurant.address}
          </Fact>
        </dl>
        {rateButton && <div className="relative z-10 pt-1">{rateButton}</div>}
      </div>
      <div className="relative -order-1 aspect-[2/1] shrink-0 overflow-hidden sm:aspect-[16/9]">
        <RestaurantPicture restaurant={restaurant} size="card" urgent={urgent} />
        <div className="absolute inset-x-3 top-3 flex max-w-[calc(100%-5rem)] flex-wrap gap-1.5">
          <Badge className="bg-raised/92">{campusName}</Badge>
          {restaurant.disabled && <Badge tone="brick">Temporarily Closed</Badge>}
        </div>
        {restaurant.disabled && (
          <p className="absolute inset-0 grid place-items-center bg-raised/50">
            <span className="rounded-full bg-raised px-4 py-1.5 font-semibold">Temporarily Unavailable</span>
          </p>
        )}
        {heart && <div className="absolute top-2 right-2 z-10">{heart}</div>}
      </div>
    </article>
  )
}

/** Not one that opens a new tab or window. */
function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}
