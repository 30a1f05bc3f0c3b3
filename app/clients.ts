import { createChat } from '#features/chat/server/chat.ts'
import { createCensusGeocoder } from '#features/geocoding/server/census.ts'
import { type Geocoder, mapboxGeocoder } from '#features/geocoding/server/geocoder.ts'
import { createMapbox, type Mapbox } from '#features/geocoding/server/mapbox.ts'
import { createOverpass } from '#features/imports/server/osm/overpass.ts'
import { createYelp } from '#features/imports/server/yelp/yelp.ts'
import { createWebsites } from '#features/overview/server/websites.ts'
import { createPushService } from '#features/push/server/push-service.ts'
import type { Config } from '#kit/server/config/config.ts'

/** The clients of outside services; null for one that isn't set up. */
export async function createClients(config: Config) {
  const { yelp, overpass, appUrl } = config
  // Identifies this installation to services that want to know who sends the request.
  const userAgent = `CommonTable/${config.version} (+${appUrl})`
  const mapbox =
    config.mapbox.token === null ? null : createMapbox({ ...config.mapbox, token: config.mapbox.token })
  return {
    /** The identity provider of single sign-on. */
    issuer: await issuerOf(config),
    /** Posts to the chats of campuses. */
    chat: createChat({ extraHosts: config.chatHosts, userAgent }),
    /** Sends messages to the push services of browsers. */
    pushService: createPushService({ extraHosts: config.push.extraHosts, subject: subjectOf(config) }),
    yelp: yelp.apiKey === null ? null : createYelp({ ...yelp, apiKey: yelp.apiKey }),
    mapbox,
    /** Finds the coordinates of addresses. */
    geocoder: geocoderOf(config, mapbox, userAgent),
    /** Reads OpenStreetMap. */
    overpass: overpass.url === null ? null : createOverpass({ url: overpass.url, userAgent }),
    /** Checks whether websites still exist. */
    websites: createWebsites({ userAgent }),
  }
}

export type Clients = Awaited<ReturnType<typeof createClients>>

// Loaded on demand, which saves memory in all installations without it.
async function issuerOf({ oidc, appUrl }: Config) {
  if (oidc === null) return null
  const { createIssuer } = await import('#features/accounts/server/single-sign-on/issuer.ts')
  return createIssuer({ ...oidc, appUrl })
}

/** Push services want to know whom to ask about us: our address, or our mail's where that isn't https. */
function subjectOf({ appUrl, mail }: Config): string {
  const [sender = mail.from] = /[^\s<>"]+@[^\s<>"]+/.exec(mail.from) ?? []
  return appUrl.startsWith('https:') ? appUrl : `mailto:${sender}`
}

function geocoderOf({ geocoder }: Config, mapbox: Mapbox | null, userAgent: string): Geocoder | null {
  if (geocoder.kind === 'census') return createCensusGeocoder({ url: geocoder.censusUrl, userAgent })
  return geocoder.kind === 'mapbox' && mapbox ? mapboxGeocoder(mapbox) : null
}
