import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** What a browser needs to draw the file of the base map. */
export const PublicMapFile = z.object({
  url: z.string(),
  tiles: z.enum(['streets', 'pictures']),
  /** Whom the map must credit, if not only OpenStreetMap. */
  credit: z._default(z.array(z.object({ text: z.string(), href: z.nullable(z.string()) })), []),
})

export const getPublicConfig = endpoint('GET /api/config/public', 'public', {
  topics: ['public config', 'everyone'],
  summary: 'Names, form addresses, time zone and version: what the pages need before sign-in',
  reply: z.object({
    appName: z.string(),
    orgName: z.string(),
    orgEmailDomain: z.string(),
    /** The only address at which people can sign in, without a slash at its end. */
    appUrl: z.string(),
    timeZone: z.string(),
    version: z.string(),
    supportEmail: z.string(),
    /** The name in 'Continue with …', which offers single sign-on; null: there is none. */
    oidcLabel: z.nullable(z.string()),
    /** Whether people other than the primary admin may use passwords. */
    passwordSignIn: z.boolean(),
    requestRestaurantUrl: z.nullable(z.string()),
    reportProblemUrl: z.nullable(z.string()),
    requestFeatureUrl: z.nullable(z.string()),
    reportInaccurateUrl: z.nullable(z.string()),
    /** Whether browsers may store what opens Home offline; false removes what they have stored. */
    offlineWorker: z.boolean(),
    /** Whether people can be notified of lunches. */
    push: z.boolean(),
    /** Contains {z}, {x} and {y}; null: the maps have their own background. */
    mapTileUrl: z.nullable(z.string()),
    mapTileAttribution: z.nullable(z.string()),
    /** The PMTiles file for the background of the maps; it takes precedence over the tiles. */
    mapFile: z.nullable(PublicMapFile),
  }),
})
