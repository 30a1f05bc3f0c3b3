import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { startIssuer } from '#server/testing/issuer.ts'
import { answerAsMapbox, fakeMapboxToken } from '#server/testing/mapbox-answers.ts'
import { answerAsYelp, fakeYelpKey } from '#server/testing/yelp-answers.ts'

/** Secrets that the server is given. No response may contain them. */
const secrets = {
  smtp: 'canary-of-the-mail-server',
  metrics: 'canary-of-the-metrics-page',
  password: 'canary-of-the-first-administrator',
}

export const webhookCanary = 'https://chat.invalid/services/canary-of-the-webhook/0123456789'

/**
 * Fakes all services that the server uses besides its database. They run on this machine and always respond.
 */
export async function startFakeServices() {
  const tokens: string[] = []
  const where = { latitude: 35.47, longitude: -82.53 }
  const yelp = answerAsYelp(
    ['soup-1', 'soup-2'].map(id => ({
      id,
      name: `Soup ${id}`,
      where,
      categories: [{ alias: 'soup', title: 'Soup' }],
      location: { display_address: ['2 Main Street', 'Arden, NC 28704'], address1: '2 Main Street' },
    })),
    new Map(),
  )
  const server = createServer(async (request, response) => {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://services')
    const body = await text(request).catch(() => '')
    const asked = { method: request.method ?? '', path, query, headers: request.headers, body }
    const answer =
      path === '/interpreter'
        ? { json: { elements } }
        : path.startsWith('/v3/') || path.startsWith('/photos/')
          ? yelp(asked)
          : answerAsMapbox(new Map([['1 Main Street, Arden, NC', where]]), asked)
    if (!answer || typeof answer === 'string' || !('json' in answer)) response.writeHead(404).end('{}')
    else
      response
        .writeHead(answer.status ?? 200, { 'content-type': 'application/json' })
        .end(JSON.stringify(answer.json))
  }).listen(0, '127.0.0.1')
  const mails = new SMTPServer({
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, done) => done(null, { user: 'fuzz' }),
    onData: (stream, _session, done) => {
      text(stream).then(source => {
        const readable = source.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=')
        tokens.push(...[...readable.matchAll(/[?&]token=([\w-]+)/g)].map(([, token = '']) => token))
        done()
        // If the server is killed while sending, it sends the mail again later.
      }, done)
    },
  })
  mails.on('error', () => undefined)
  mails.listen(0, '127.0.0.1')
  const issuer = await startIssuer({ appUrl })
  const portOf = (address: unknown) => (address as AddressInfo).port
  const url = `http://127.0.0.1:${portOf(server.address())}`
  return {
    /** The tokens of the links in all mails so far. */
    tokens,
    environment: {
      ...issuer.environment,
      APP_URL: appUrl,
      SMTP_URL: `smtp://fuzz:${secrets.smtp}@127.0.0.1:${portOf(mails.server.address())}`,
      METRICS_TOKEN: secrets.metrics,
      PRIMARY_ADMIN_PASSWORD: secrets.password,
      CHAT_WEBHOOK_HOSTS: 'chat.invalid',
      YELP_API_KEY: fakeYelpKey,
      YELP_API_URL: url,
      MAPBOX_TOKEN: fakeMapboxToken,
      MAPBOX_API_URL: url,
      OVERPASS_URL: `${url}/interpreter`,
      GEOCODER: 'mapbox',
      LOG_LEVEL: 'debug',
    },
    canaries: [
      ...Object.values(secrets),
      ...[fakeYelpKey, fakeMapboxToken, issuer.environment.OIDC_CLIENT_SECRET],
      ...[webhookCanary, 'canary-of-the-webhook'],
    ],
    stop: async () => {
      server.close().closeAllConnections()
      await new Promise<void>(done => mails.close(done))
      await issuer.stop()
    },
  }
}

const appUrl = 'http://lunch.invalid'

const elements = [
  {
    type: 'node',
    id: 123,
    lat: 35.4637,
    lon: -82.5354,
    tags: { name: 'The Corner', amenity: 'restaurant', cuisine: 'pizza', opening_hours: 'Mo-Fr 11:00-21:00' },
  },
  { type: 'way', id: 7, center: { lat: 35.48, lon: -82.5354 }, tags: { name: 'Old Pub', amenity: 'pub' } },
]
