import type { Deps } from '#kit/server/deps.ts'
import { rowsOf } from '#tests/support/databases/rows.ts'
import { startSmtpServer } from '#tests/support/mail/smtp-server.ts'
import { fakeMapboxToken, startFakeMapbox } from '#tests/support/services/fake-mapbox.ts'
import { corner, pub, startFakeOverpass } from '#tests/support/services/fake-overpass.ts'
import type { FakeMode } from '#tests/support/services/fake-service.ts'
import { fakeYelpKey, startFakeYelp } from '#tests/support/services/fake-yelp.ts'
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
  const yelp = await startFakeYelp(soups)
  const mapbox = await startFakeMapbox({ '1 Main Street, Arden, NC': where })
  const overpass = await startFakeOverpass()
  overpass.known.elements = [corner, pub]
  const mails = await startSmtpServer()
  const issuer = await startIssuer({ appUrl })
  return {
    setMode: (mode: FakeMode) => Promise.all([yelp, mapbox, overpass].map(fake => fake.setMode(mode))),
    stop: issuer.stop,
    /** The tokens in the links of all mails so far, oldest first. */
    tokens: () =>
      mails.received.flatMap(mail =>
        [...mail.readable.matchAll(/[?&]token=([\w-]+)/g)].map(([, token]) => token ?? ''),
      ),
    canaries: [
      ...[...Object.values(secrets), fakeYelpKey, fakeMapboxToken],
      issuer.environment.OIDC_CLIENT_SECRET,
    ],
    environment: {
      ...issuer.environment,
      ...yelp.environment,
      ...mapbox.environment,
      APP_URL: appUrl,
      SMTP_URL: mails.url.replace('//', `//fuzz:${secrets.mail}@`),
      METRICS_TOKEN: secrets.metrics,
      PRIMARY_ADMIN_PASSWORD: secrets.password,
      CHAT_WEBHOOK_HOSTS: 'chat.invalid',
      OVERPASS_URL: overpass.url,
      GEOCODER: 'mapbox',
      LOG_LEVEL: 'debug',
    },
  }
}

/** The same address, with a password that a cluster that trusts local connections ignores. */
export const withDatabaseSecret = (url: string): string =>
  url && Object.assign(new URL(url), { password: secrets.database }).href

export async function addWebhook(deps: Deps): Promise<void> {
  const url = `https://chat.invalid/services/${secrets.webhook}/0123456789`
  await rowsOf(deps).insert('campusWebhooks', { campusCode: 'arden', kind: 'slack', url })
}
