import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { onPlainClick } from '#kit/web/router/link.tsx'
import { badgeClass } from '#kit/web/ui/badge.tsx'
import { cardClass } from '#kit/web/ui/card.tsx'
import type { Restaurant } from '../../contract.ts'
import { formatHours } from '../../opening/opening-times.ts'
import { AverageParts, averageClass } from '../average-line.tsx'
import { OpenNow } from '../open-now.tsx'
import { Detail, Essentials, Figure, OwnFigure } from './card-details.tsx'
import { outlineShape, pictureShape } from './card-shape.ts'
import { RestaurantPicture } from './restaurant-picture.tsx'

interface RestaurantCardProps {
  restaurant: Restaurant
  campusName: string
  /** The viewer's stars; null for none, undefined while loading. */
  ownValue: number | null | undefined
  /** The card's link; a plain click calls `onOpen` instead of loading that page. */
  href: string
  onOpen: () => void
  /** A button, placed in the corner by `cornerClass`. */
  heart?: ReactNode
  /** A button beside the name, placed by `besideNameClass`. */
  menu?: ReactNode
  /** A button at the end of the last line, placed by `lastLineClass`. */
  start?: ReactNode
  /** Who goes there today, placed by `onPictureClass`. */
  going?: ReactNode
  /** A note for the viewer, across both columns. */
  note?: ReactNode
  /** In the list of unrated restaurants: the button that rates. */
  rateButton?: ReactNode
  /** false: the card is far from the visible area and shows only its name. */
  isNear?: boolean
  /** Among the first visible cards. */
  urgent?: boolean
  highlighted?: boolean
  level?: 2 | 3
}

/** The heart's position. */
export const cornerClass = '!absolute top-2 right-2 z-10'
/** At the picture's lower edge, so that the card doesn't grow when a lunch is decided while someone reads the list. */
export const onPictureClass = clsx(
  'pointer-events-none absolute inset-x-0 top-0 z-10 flex items-end p-2 *:pointer-events-auto',
  pictureShape,
)
/** The menu's: its dots end with the lines below. It is higher than the name's first line, which stays as it is. */
export const besideNameClass =
  'relative z-10 col-start-2 row-start-1 -my-2.5 -mr-4 justify-self-end -outline-offset-3'
/** That of the button that starts a lunch, whose text ends with the lines above. */
export const lastLineClass = clsx(
  '!absolute right-0 bottom-1 z-10 !gap-1.5 !px-4 whitespace-nowrap text-sm -outline-offset-3',
  'enabled:hover:!bg-transparent hover:underline underline-offset-4 max-[22rem]:before:!hidden',
  'max-[17rem]:!relative max-[17rem]:-mt-3 max-[17rem]:self-end',
)

export function RestaurantCard(props: RestaurantCardProps) {
  const {
    restaurant,
    campusName,
    ownValue,
    heart,
    menu,
    start,
    going,
    note,
    rateButton,
    isNear = true,
    urgent,
    highlighted,
  } = props
  if (!isNear) return <Outline {...props} />
  const Heading = props.level === 2 ? 'h2' : 'h3'
  return (
    <article
      id={`restaurant-${restaurant.id}`}
      className={cardClass(
        'relative isolate flex h-full min-w-0 scroll-my-24 flex-col overflow-hidden',
        'transition-[box-shadow,transform,border-color] duration-quick hover:-translate-y-0.5 hover:border-edge hover:shadow-floating',
        'has-[a:focus-visible]:outline-3 has-[a:focus-visible]:outline-focus has-[a:focus-visible]:outline-offset-2',
        highlighted && 'animate-highlight !border-saffron',
      )}
    >
      {/* Both ratings appear side by side; screen readers reach the viewer's own after minutes and price. */}
      <div
        className={clsx(
          'grid flex-1 grid-cols-[minmax(0,1fr)_auto] gap-x-4 p-4 pt-3 sm:pt-3.5',
          note ? 'grid-rows-[auto_auto_auto_auto_1fr]' : 'grid-rows-[auto_auto_auto_1fr]',
        )}
      >
        <Heading
          className={clsx(
            'col-span-full row-start-1 line-clamp-2 text-balance text-lg leading-snug',
            menu && 'pr-7 min-[17rem]:max-[22rem]:pr-1',
          )}
        >
          <NameLink {...props} />
        </Heading>
        <Figure label="All Staff Average" className={clsx('mt-1.5 flex content-start', averageClass)}>
          <AverageParts restaurant={restaurant} />
        </Figure>
        <Essentials restaurant={restaurant} className="col-span-2 mt-2 mb-2.5 sm:mt-2.5" />
        <OwnFigure value={ownValue} className="col-start-2 row-start-2 mt-1.5 min-w-17 content-start" />
        {note}
        <dl className="col-span-2 flex flex-col gap-0.5 self-end text-muted text-sm sm:gap-1">
          {/* Without the clamp where each part has one line of its own: Safari would end it in '…' although it fits. */}
          <Detail icon="clock" name="Hours" className={restaurant.openingTimes ? '!block' : undefined}>
            {/* Side by side if they fit; otherwise, the hours have the second line. */}
            <OpenNow openingTimes={restaurant.openingTimes} className="mr-1 inline-block" />{' '}
            <span
              className={clsx(restaurant.openingTimes && 'inline-block max-w-full truncate align-bottom')}
            >
              {formatHours(restaurant.hours)}
            </span>
          </Detail>
          <Detail icon="pin" name="Address" className={start ? besideStartClass : undefined}>
            {restaurant.address}
          </Detail>
        </dl>
        {rateButton && <div className="relative z-10 col-span-2 pt-3">{rateButton}</div>}
        {menu}
      </div>
      <RestaurantPicture
        restaurant={restaurant}
        size="card"
        urgent={urgent}
        className={clsx(
          'card-picture -order-1 !h-auto shrink-0',
          pictureShape,
          restaurant.disabled && 'opacity-50',
        )}
      />
      {restaurant.disabled && (
        <p className={clsx('card-picture absolute inset-x-0 top-0 grid place-items-center', pictureShape)}>
          <span className="rounded-full bg-raised px-4 py-1.5 font-semibold">Temporarily Unavailable</span>
        </p>
      )}
      {restaurant.disabled ? (
        <p className="absolute inset-x-3 top-3 flex max-w-[calc(100%-var(--spacing)*20)] flex-wrap gap-1.5">
          <span className={badgeClass('neutral', campusClass)}>{campusName}</span>
          <span className={badgeClass('brick')}>Temporarily Closed</span>
        </p>
      ) : (
        <p
          className={badgeClass(
            'neutral',
            clsx('absolute top-3 left-3 !max-w-[calc(100%-var(--spacing)*18)]', campusClass),
          )}
        >
          {campusName}
        </p>
      )}
      {going}
      {start}
      {heart}
    </article>
  )
}

type NameLinkProps = Pick<RestaurantCardProps, 'restaurant' | 'href' | 'onOpen'>

/** The address has one line beside the button, and with enlarged letters its own. */
const besideStartClass = clsx(
  '!block truncate pr-[7.75rem] max-[22rem]:pr-[6.25rem] print:whitespace-normal print:pr-0',
  'max-[17rem]:whitespace-normal max-[17rem]:pr-0',
)

const campusClass = 'block truncate !bg-raised/92'

/** Clickable on the whole card. */
function NameLink({ restaurant, href, onOpen }: NameLinkProps) {
  return (
    <a href={href} onClick={onPlainClick(onOpen)} className="outline-none after:absolute after:inset-0">
      {restaurant.name}
    </a>
  )
}

/** Placeholder of about the card's height. */
function Outline({ level, ...props }: RestaurantCardProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <article id={`restaurant-${props.restaurant.id}`} className={cardClass(outlineClass)}>
      <Heading className="line-clamp-2 min-h-46 text-balance p-4 pt-3 text-lg leading-snug sm:pt-3.5">
        <NameLink {...props} />
      </Heading>
    </article>
  )
}

const outlineClass = clsx('relative isolate h-full scroll-my-24 overflow-hidden', outlineShape)
