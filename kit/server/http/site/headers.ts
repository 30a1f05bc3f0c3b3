import type { FastifyInstance } from 'fastify'
import { ownReplyHeader } from '#kit/contract/own-reply.ts'
import type { Config } from '#kit/server/config/config.ts'
import { isApiRequest } from './is-api-request.ts'

const contentSecurityPolicy = (pictureHosts: string[]) => [
  "default-src 'self'",
  "script-src 'self'",
  // The headless components set positions and scroll locks through style elements.
  "style-src 'self' 'unsafe-inline'",
  ["img-src 'self' data: blob:", ...pictureHosts].join(' '),
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
]

// Search results show pictures directly from Yelp. Passing on hundreds of them, of which a dozen are looked
// at, would cost this server more than it is worth for an administrator's privacy. Without a key no one
// searches.
function yelpPictures({ apiKey, url }: Config['yelp']): string[] {
  if (apiKey === null) return []
  const { origin, hostname } = new URL(url)
  return ['https://*.yelpcdn.com', ...(hostname === 'api.yelp.com' ? [] : [origin])]
}

type Addresses = Pick<Config, 'appUrl' | 'yelp' | 'mapTiles'>

/** The headers of every response; strict transport security only if the public address is https. */
export function standardHeaders({ appUrl, yelp, mapTiles }: Addresses): Record<string, string> {
  const pictureHosts = [
    ...yelpPictures(yelp),
    ...(mapTiles.url === null ? [] : [new URL(mapTiles.url).origin]),
  ]
  return {
    [ownReplyHeader]: '1',
    'content-security-policy': contentSecurityPolicy(pictureHosts).join(';'),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(appUrl.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000',
    }),
  }
}

/** Sets the headers of every response, and keeps replies of the API out of caches unless they say otherwise. */
export function sendStandardHeaders(app: FastifyInstance, addresses: Addresses): void {
  const headers = standardHeaders(addresses)
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
  app.addHook('onSend', async (request, reply) => {
    if (isApiRequest(request) && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}
