import * as z from 'zod/mini'
import { CampusCode } from '#features/campuses/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { ErrorBody } from '#kit/contract/errors.ts'
import { Address, Latitude, Longitude } from '#kit/contract/fields.ts'

export const calculateDistance = endpoint('POST /api/calculate-distance', 'admin', {
  summary:
    'Distance and travel time from a campus to an address by road. Without a distance service, they are estimated if the position of the address is known, otherwise 503',
  body: z.object({
    address: Address,
    campusCode: CampusCode,
    /** A position that was set manually replaces the address. */
    latitude: z.optional(Latitude),
    longitude: z.optional(Longitude),
  }),
  reply: z.object({
    distanceInMiles: z.number(),
    travelTimeMinutes: z.int(),
    distanceText: z.string(),
    durationText: z.string(),
    /** Whether it is a straight-line distance with an allowance for the bends of roads. */
    estimated: z.boolean(),
    /** The position that it was measured to. */
    latitude: z.number(),
    longitude: z.number(),
  }),
  errors: { 502: ErrorBody, 504: ErrorBody },
})

export const noSuchAddress = 'Failed to calculate distance. Please check the address and try again.'
