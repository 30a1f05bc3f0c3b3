import type { Deps } from '#kit/server/deps.ts'
import { startSmtpServer } from '#tests/support/mail/smtp-server.ts'
import { fakeMapboxToken, replyAsMapbox } from '#tests/support/services/fake-mapbox.ts'
import { corner, pub } from '#tests/support/services/fake-overpass.ts'
import { startFakeService } from '#tests/support/services/fake-service.ts'
import { fakeYelpKey, replyAsYelp } from '#tests/support/services/fake-yelp.ts'
import { startIssuer } from '#tests/support/services/issuer.ts'

const secrets = {
  mail: 'canary-of-the-mail-server',
  metrics: 'canary-of-the-metrics-page',
  password: 'canary-of-the-first-administrator',
  database: 'canary-of-the-database',
  webhook: 'canary-of-the-webhook',
}
const appUrl = 'http://lunch.invalid'

/** Everything that the server uses besides its database, until the tests end, with secrets that it may never tell. */
export async function startServices() {
  const where = { latitude: 35.47, longitude: -82.53 }
  const soups = ['soup-1', 'soup-2'].map(id => ({
    id,
    name: `Soup ${id}`,
    where,
    categories: [{ alias: 'soup', title: 'Soup' }],
    location: { display_address: ['2 Main Street', 'Arden, NC 28704'], address1: '2 Main Street' },
  }))
  const yelp = replyAsYelp(soups, new Map())
  const places = new Map([['1 Main Street, Arden, NC', where]])
  const fake = await startFakeService(request => {
    if (request.path === '/interpreter') return { json: { elements: [corner, pub] } }
    return /^\/(v3|photos)\//.test(request.path) ? yelp(request) : replyAsMapbox(places, request)
  })
  const mails = await startSmtpServer()
  const issuer = await startIssuer({ appUrl })
  return {
    setMode: fake.setMode,
    stop: issuer.stop,
    /** The tokens in the links of all mails so far, oldest first. */
    tokens: () =>
      mails.received.flatMap(mail =>
        [...mail.readable.matchAll(/[?&]token=([\w-]+)/g)].map(([, token]) => token ?? ''),
      ),
    canaries: [
      ...Object.values(secrets),
      fakeYelpKey,
      fakeMapboxToken,
      issuer.environment.OIDC_CLIENT_SECRET,
    ],
    environment: {
      ...issuer.environment,
      APP_URL: appUrl,
      SMTP_URL: mails.url.replace('//', `//fuzz:${secrets.mail}@`),
      METRICS_TOKEN: secrets.metrics,
      PRIMARY_ADMIN_PASSWORD: secrets.password,
      CHAT_WEBHOOK_HOSTS: 'chat.invalid',
      YELP_API_KEY: fakeYelpKey,
      YELP_API_URL: fake.url,
      MAPBOX_TOKEN: fakeMapboxToken,
      MAPBOX_API_URL: fake.url,
      OVERPASS_URL: `${fake.url}/interpreter`,
      GEOCODER: 'mapbox',
      LOG_LEVEL: 'debug',
    },
  }
}

/** The same address, with a password that a cluster that trusts local connections ignores. */
export const withDatabaseSecret = (url: string): string =>
  url && Object.assign(new URL(url), { password: secrets.database }).href

export async function addWebhook({ db }: Deps): Promise<void> {
  const url = `https://chat.invalid/services/${secrets.webhook}/0123456789`
  const none = { lastPostedAt: null, lastFailedAt: null, lastFailure: null }
  await db
    .insertInto('campusWebhooks')
    .values({ campusCode: 'arden', kind: 'slack', url, ...none })
    .execute()
}
