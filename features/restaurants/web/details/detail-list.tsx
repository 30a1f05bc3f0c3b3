import { Car, Clock, ExternalLink, Globe, MapPin, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { OsmCredit } from '#features/map/web/osm-credit.tsx'
import { dietLabels } from '#kit/rules/diets.ts'
import { formatDistance } from '#kit/rules/distance.ts'
import { counted } from '#kit/rules/texts/counted.ts'
import { mapUrl, phoneUrl, safeWebUrl, shortWebUrl } from '#kit/web/browser/web-url.ts'
import { OutsideLink } from '#kit/web/router/link.tsx'
import { Badge } from '#kit/web/ui/badge.tsx'
import type { Restaurant } from '../../contract.ts'
import { formatHours } from '../../opening/opening-times.ts'
import { priceLabels } from '../../price.ts'
import { AverageLine } from '../average-line.tsx'
import { cuisineLabel } from '../field-labels.ts'
import { OpenNow } from '../open-now.tsx'

/** A restaurant's details and the staff's average rating. */
export function DetailList({ restaurant, campusName }: { restaurant: Restaurant; campusName: string }) {
  const { price, cuisine, disabled, phone } = restaurant
  const website = safeWebUrl(restaurant.websiteUrl)
  const call = phone && phoneUrl(phone)
  return (
    <section className="flex flex-col gap-4">
      <p className="flex flex-wrap gap-2">
        <Badge tone="terracotta">{campusName}</Badge>
        {price && (
          <Badge>
            {price} {priceLabels[price]}
          </Badge>
        )}
        {cuisine && <Badge>{cuisineLabel(cuisine)}</Badge>}
        {restaurant.diets.map(diet => (
          <Badge key={diet} tone="olive">
            {dietLabels[diet]}
          </Badge>
        ))}
        {disabled && <Badge tone="brick">Temporarily Closed</Badge>}
      </p>
      <div>
        <h3 className="font-sans font-semibold text-muted text-sm tracking-normal">All Staff Average</h3>
        <p className="mt-0.5 text-lg">
          <AverageLine restaurant={restaurant} size="medium" />
        </p>
      </div>
      <dl className="flex flex-col gap-2.5">
        <Row icon={<Car />} name="Travel time">
          {restaurant.travelTime > 0 && (
            <>
              {minutes(restaurant.travelTime)} from {campusName},{' '}
            </>
          )}
          {formatDistance(restaurant.distance)}
          {restaurant.distance !== null && restaurant.distanceIsEstimated && (
            <small className="text-[0.8125rem] text-muted"> (estimated)</small>
          )}
        </Row>
        <Row icon={<Clock />} name="Hours">
          <OpenNow openingTimes={restaurant.openingTimes} className="mr-1 inline-block" />{' '}
          <span className="inline-block max-w-full">{formatHours(restaurant.hours)}</span>
        </Row>
        <Row icon={<MapPin />} name="Address">
          <MarkedLink href={mapUrl(restaurant)} hint="opens a map">
            {restaurant.address}
          </MarkedLink>
        </Row>
        {phone && (
          <Row icon={<Phone />} name="Phone">
            {call ? (
              <a href={call} className={link}>
                {phone}
              </a>
            ) : (
              phone
            )}
          </Row>
        )}
        {website && (
          <Row icon={<Globe />} name="Website">
            <MarkedLink href={website} hint="opens the website">
              {shortWebUrl(website)}
            </MarkedLink>
          </Row>
        )}
      </dl>
      <OsmCredit of={[restaurant]} />
    </section>
  )
}

const link =
  '-my-1.5 inline-block wrap-anywhere py-1.5 font-semibold text-terracotta-ink underline decoration-1 underline-offset-3 hover:decoration-2'

function MarkedLink({ href, hint, children }: { href: string; hint: string; children: ReactNode }) {
  return (
    <OutsideLink href={href} hint={`${hint} in a new tab`} className={link}>
      {children}
      <ExternalLink className="ml-1.5 inline size-3.5 align-baseline" />
    </OutsideLink>
  )
}

function Row({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <div className="flex items-start gap-3">
      <dt className="mt-0.5 text-muted [&_svg]:size-5">
        <span aria-hidden="true">{icon}</span>
        <span className="sr-only">{name}</span>
      </dt>
      <dd className="min-w-0 flex-1 break-words">{children}</dd>
    </div>
  )
}

const minutes = (count: number) => counted(count, 'minute')
