import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'

/** The service that locates addresses; `off`: none. */
export const geocoders = ['mapbox', 'census', 'off'] as const
export type GeocoderKind = (typeof geocoders)[number]

export const getConfigStatus = endpoint('GET /api/config/status', 'admin', {
  summary: 'Which external services are set up, and the lengths of their keys; never the keys themselves',
  reply: z.object({
    yelpKeyExists: z.boolean(),
    yelpKeyLength: z.int(),
    mapboxTokenExists: z.boolean(),
    mapboxTokenLength: z.int(),
    geocoder: z.enum(geocoders),
    osmEnabled: z.boolean(),
  }),
})
