import { clsx } from 'clsx'
import { Clock, MapPin } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import type { Restaurant } from '#contract/restaurants.ts'
import { formatHours } from '#domain/opening-times.ts'
import { Badge } from '#web/ui/badge.tsx'
import { cardClass } from '#web/ui/card.tsx'
import { AverageLine } from './average-line.tsx'
import { Essentials, Fact, Figure, OwnValue } from './card-facts.tsx'
import { OpenNow } from './open-now.tsx'
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
      <div className="flex flex-1 flex-col p-4 pt-3 sm:pt-3.5">
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
        {/* Both ratings stand side by side; read aloud, one's own comes after the minutes and the price. */}
        <div className="mt-1.5 mb-2.5 grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-2 sm:gap-y-2.5">
          <Figure label="All Staff Average">
            <AverageLine restaurant={restaurant} />
          </Figure>
          <Essentials restaurant={restaurant} className="col-span-2" />
          <Figure label="Your rating" className="col-start-2 row-start-1 min-w-17">
            <OwnValue value={ownValue} />
          </Figure>
        </div>
        <dl className="mt-auto flex flex-col gap-0.5 text-muted text-sm sm:gap-1">
          <Fact icon={<Clock />} name="Hours">
            <OpenNow openingTimes={restaurant.openingTimes} className="block" />
            {formatHours(restaurant.hours)}
          </Fact>
          <Fact icon={<MapPin />} name="Address">
            {restaurant.address}
          </Fact>
        </dl>
        {rateButton && <div className="relative z-10 pt-3">{rateButton}</div>}
      </div>
      <div className="relative -order-1 aspect-[5/2] shrink-0 overflow-hidden sm:aspect-[16/9]">
        <RestaurantPicture restaurant={restaurant} size="card" urgent={urgent} />
        {restaurant.disabled && (
          <p className="absolute inset-0 grid place-items-center bg-raised/50">
            <span className="rounded-full bg-raised px-4 py-1.5 font-semibold">Temporarily Unavailable</span>
          </p>
        )}
        <div className="absolute inset-x-3 top-3 flex max-w-[calc(100%-5rem)] flex-wrap gap-1.5">
          <Badge className="bg-raised/92">{campusName}</Badge>
          {restaurant.disabled && <Badge tone="brick">Temporarily Closed</Badge>}
        </div>
        {heart && <div className="absolute top-2 right-2 z-10">{heart}</div>}
      </div>
    </article>
  )
}

/** Not one that opens a new tab or window. */
function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}
