import * as z from 'zod/mini'
import { RestaurantForm } from '#features/restaurants/contract.ts'
import {
  type OpeningTime,
  openingTimesProblem,
  tidyOpeningTimes,
  writeOpeningTimes,
} from '#features/restaurants/opening/opening-times.ts'
import { type Price, prices } from '#features/restaurants/price.ts'
import type { Point } from '#kit/rules/distance.ts'
import { trimText } from '#kit/rules/texts/text.ts'
import type { YelpRestaurant } from '../../yelp-contract.ts'
import { optionalValues, validOrNull } from '../optional-values.ts'
import { photoAddress, type YelpBusiness, type YelpDetails } from './yelp.ts'

const { shape } = RestaurantForm

/** The required fields, with the validation of the restaurant form. */
export const NamedPlace = z.object({ name: shape.name, address: shape.address })

export function toSearchResult(
  business: YelpBusiness,
  yelpUrl: string,
): Omit<YelpRestaurant, 'alreadyImported'> {
  const { id, location, distance, image_url } = business
  return {
    id,
    ...placeOf(business),
    location: {
      address1: location?.address1 ?? null,
      city: location?.city ?? null,
      state: location?.state ?? null,
    },
    price: priceOf(business),
    distance: distance ?? null,
    cuisine: cuisineOf(business),
    imageUrl: photoAddress(image_url ?? '', yelpUrl)?.href ?? null,
  }
}

/** Yelp's data besides name and address, and remarks on values that our form would reject, which are null. */
export function toDetails(business: YelpDetails, name: string) {
  const { id, url, display_phone, hours, attributes } = business
  const regular = hours?.find(({ hours_type }) => hours_type !== 'SPECIAL')
  const openingTimes = openingTimesOf(regular?.open ?? [])
  const { remarks, read } = optionalValues(`“${name}”`)
  const columns = {
    yelpId: id,
    // The query of this URL only serves tracking.
    yelpUrl: validOrNull(shape.websiteUrl, url?.replace(/[?#].*$/, '')),
    websiteUrl: read('website', shape.websiteUrl, attributes?.business_url),
    phone: read('phone', shape.phone, display_phone),
    cuisine: cuisineOf(business),
    price: priceOf(business),
    hours: openingTimes && writeOpeningTimes(openingTimes),
    openingTimes: openingTimes && JSON.stringify(openingTimes),
    point: pointOf(business),
  }
  return { columns, remarks }
}

/** Yelp writes 1130 for 11:30, and an empty week for unknown hours. Returns null for unknown or impossible times. */
function openingTimesOf(times: OpeningTime[]): OpeningTime[] | null {
  const week = tidyOpeningTimes(
    times.map(({ day, start, end }) => ({ day, start: withColon(start), end: withColon(end) })),
  )
  const once = week.filter((time, index) => JSON.stringify(time) !== JSON.stringify(week[index - 1]))
  return once.length === 0 || openingTimesProblem(once) !== null ? null : once
}

const withColon = (time: string) => time.replace(/^(\d\d)(\d\d)$/, '$1:$2')

export function placeOf({ name, location }: YelpBusiness): { name: string; address: string } {
  const { address1, address2, address3, city, state, zip_code } = location ?? {}
  const region = [state, zip_code].filter(Boolean).join(' ')
  const parts = [address1, address2, address3, city, region].map(part => oneLine(part ?? ''))
  return { name: oneLine(name), address: parts.filter(Boolean).join(', ') }
}

const priceOf = ({ price }: YelpBusiness): Price | null => prices.find(known => known === price) ?? null

/** Imports write cuisines in lower case. */
function cuisineOf({ categories }: YelpBusiness): string | null {
  const titles = (categories ?? []).map(({ title }) => oneLine(title).toLowerCase()).filter(Boolean)
  return validOrNull(shape.cuisine, titles.join(', ')) ?? validOrNull(shape.cuisine, titles[0])
}

function pointOf({ coordinates }: YelpBusiness): Point | null {
  const { latitude, longitude } = coordinates ?? {}
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return null
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return isOnEarth ? { latitude, longitude } : null
}

const oneLine = (text: string) => trimText(text.replace(/\p{Cc}+/gu, ' '))
