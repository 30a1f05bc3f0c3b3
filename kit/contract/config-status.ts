import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** The service that locates addresses; `off`: none. */
export const geocoders = ['mapbox', 'census', 'off'] as const
export type GeocoderKind = (typeof geocoders)[number]

export const getConfigStatus = endpoint({
  method: 'GET',
  path: '/api/config/status',
  access: 'admin',
  summary: 'Which external services are set up, and the lengths of their keys; never the keys themselves',
  replies: {
    200: z.object({
      yelpKeyExists: z.boolean(),
      yelpKeyLength: z.int(),
      mapboxTokenExists: z.boolean(),
      mapboxTokenLength: z.int(),
      geocoder: z.enum(geocoders),
      osmEnabled: z.boolean(),
    }),
  },
})
