import { existsSync, readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { Email } from '#kit/contract/fields.ts'
import { isHostname, tidyDomain, tidyEmail } from '#kit/rules/addresses/email-domains.ts'
import { isTimeZone } from '#kit/rules/time/zoned-time.ts'
import { databasePoolOf, databaseVariables } from './database.ts'
import { ConfigError } from './error.ts'
import { quotesHint, readGiven } from './given.ts'
import { defaultHosts, hostList, listenHost, pushHostList } from './hosts.ts'
import { mailVariables } from './mail.ts'
import { oidcOf, oidcVariables, onOrOff } from './oidc.ts'
import { proxies } from './proxies.ts'
import { tileAddress } from './tile-address.ts'

export type Config = ReturnType<typeof readConfig>

/**
 * Reads and validates the environment (`.env.example` explains every variable). Throws a ConfigError that names each
 * wrong variable. `inFile` has the names that come from `.env`.
 */
export function readConfig(env: Record<string, string | undefined>, inFile: string[] = []) {
  const { given, misnamed, quoted } = readGiven(env, { known: variables, inFile })
  const result = Environment.safeParse(given)
  if (!result.success) {
    const messages = result.error.issues.map(({ path: [name = ''], message }) => {
      const hint = quoted.includes(String(name)) ? `, without quotes around it. ${quotesHint}` : ''
      return `${String(name)}: ${message}${hint}`
    })
    throw new ConfigError([...new Set(messages)].join('\n'))
  }
  const e = result.data
  const production = e.NODE_ENV === 'production'
  const { everywhere, loopback } = defaultHosts()
  const appUrl = new URL(e.APP_URL ?? `http://localhost:${e.PORT}`)
  return {
    production,
    port: e.PORT,
    host: e.HOST ?? (production ? everywhere : loopback),
    /** The descriptor of a socket that systemd holds open, and that takes the place of host and port. */
    socket: e.LISTEN_FDS === undefined ? null : firstPassed,
    /** Without a trailing slash. */
    appUrl: appUrl.origin,
    /** The path of APP_URL, which links leave out. */
    appUrlPath: appUrl.pathname,
    appName: e.APP_NAME,
    orgName: e.ORG_NAME,
    orgEmailDomain: e.ORG_EMAIL_DOMAIN,
    dataDir: e.DATA_DIR,
    databaseUrl: e.DATABASE_URL ?? null,
    /** How many connections to PostgreSQL this process holds at most. */
    databasePool: databasePoolOf(e),
    primaryAdmin: {
      email: e.PRIMARY_ADMIN_EMAIL ?? tidyEmail(`admin@${e.ORG_EMAIL_DOMAIN}`),
      password: e.PRIMARY_ADMIN_PASSWORD ?? null,
    },
    starterData: e.STARTER_DATA === 'sample',
    mail: {
      smtpUrl: e.SMTP_URL ?? null,
      from: e.MAIL_FROM ?? `${e.APP_NAME} <no-reply@${e.ORG_EMAIL_DOMAIN}>`,
    },
    oidc: oidcOf(e),
    passwordSignIn: e.PASSWORD_SIGN_IN === 'on',
    yelp: { apiKey: e.YELP_API_KEY ?? null, url: e.YELP_API_URL },
    mapbox: { token: e.MAPBOX_TOKEN ?? null, url: e.MAPBOX_API_URL },
    geocoder: { kind: geocoderOf(e), censusUrl: e.CENSUS_GEOCODER_URL },
    overpass: { url: e.OVERPASS_URL === 'off' ? null : e.OVERPASS_URL },
    /** Webhook hosts besides those of the known services, with a port unless it is 443. */
    chatHosts: e.CHAT_WEBHOOK_HOSTS,
    push: { isOn: e.PUSH === 'on', extraHosts: e.PUSH_HOSTS },
    forms: {
      requestRestaurantUrl: e.REQUEST_RESTAURANT_URL ?? null,
      reportProblemUrl: e.REPORT_PROBLEM_URL ?? null,
      requestFeatureUrl: e.REQUEST_FEATURE_URL ?? null,
      reportInaccurateUrl: e.REPORT_INACCURATE_URL ?? null,
    },
    mapTiles: { url: e.MAP_TILE_URL ?? null, attribution: e.MAP_TILE_ATTRIBUTION ?? null },
    mapFileName: e.MAP_PMTILES ?? null,
    timeZone: e.TIME_ZONE,
    trustProxy: e.TRUST_PROXY ?? false,
    offlineWorker: e.OFFLINE_WORKER === 'on',
    rateLimits: e.RATE_LIMITS === 'on',
    metrics: {
      port: e.METRICS_PORT ?? null,
      host: e.METRICS_HOST ?? (e.HOST?.includes(':') ? '::1' : loopback),
      token: e.METRICS_TOKEN ?? null,
    },
    logLevel: e.LOG_LEVEL,
    version: packageVersion,
    /** The names of the variables whose values are in quotes. */
    quoted,
    /** Names that look like settings but are none. */
    misnamed,
    /** Whether there is a proxy that Node isn't told to use. */
    ignoresProxy:
      Object.keys(given).some(name => /^(https?|all)_proxy$/i.test(name)) && given.NODE_USE_ENV_PROXY !== '1',
  }
}

const packageVersion = (
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }
).version

/** Of the descriptors that systemd passes (https://www.freedesktop.org/software/systemd/man/latest/sd_listen_fds.html). */
const firstPassed = 3

const portNumber = z.pipe(
  z.string().check(z.regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535')),
  z.pipe(z.transform(Number), z.int().check(z.maximum(65535, 'must be a port number from 0 to 65535'))),
)
const emailDomain = z
  .string()
  .check(z.overwrite(tidyDomain), z.refine(isHostname, 'must be a domain such as example.org'))
const textOf = (length: number) =>
  z.string().check(z.maxLength(length, `must have at most ${length} characters`))
const webAddress = z.url({ protocol: /^https?$/, error: 'must be an address such as https://example.org' })
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const Environment = z.object({
  NODE_ENV: z.optional(z.string()),
  PORT: z._default(portNumber, 3000),
  HOST: z.optional(listenHost),
  LISTEN_FDS: z.optional(z.literal('1', 'must be 1: systemd passes one socket')),
  APP_URL: z.optional(webAddress),
  APP_NAME: z._default(textOf(60), 'Common Table'),
  ORG_NAME: z._default(textOf(100), 'our church'),
  ORG_EMAIL_DOMAIN: z._default(emailDomain, 'example.org'),
  DATA_DIR: z._default(
    z
      .string()
      .check(
        z.refine(
          path => !path.startsWith('~') || existsSync(path),
          'must be a whole path: only shells replace ~ by the home folder',
        ),
      ),
    './data',
  ),
  ...databaseVariables,
  PRIMARY_ADMIN_EMAIL: z.optional(
    z.string().check(
      z.overwrite(tidyEmail),
      z.refine(text => Email.safeParse(text).success, 'must be an email address'),
    ),
  ),
  PRIMARY_ADMIN_PASSWORD: z.optional(
    z
      .string()
      .check(
        z.normalize('NFC'),
        z.minLength(6, 'must have at least 6 characters'),
        z.maxLength(256, 'must have at most 256 characters'),
      ),
  ),
  STARTER_DATA: z._default(z.enum(['sample', 'none'], 'must be sample or none'), 'sample'),
  ...mailVariables,
  ...oidcVariables,
  YELP_API_KEY: z.optional(z.string()),
  YELP_API_URL: z._default(webAddress, 'https://api.yelp.com'),
  MAPBOX_TOKEN: z.optional(z.string()),
  MAPBOX_API_URL: z._default(webAddress, 'https://api.mapbox.com'),
  GEOCODER: z.optional(z.enum(['mapbox', 'census', 'off'], 'must be mapbox, census or off')),
  CENSUS_GEOCODER_URL: z._default(webAddress, 'https://geocoding.geo.census.gov'),
  OVERPASS_URL: z._default(
    z
      .string()
      .check(
        z.refine(
          text => text === 'off' || webAddress.safeParse(text).success,
          'must be an address such as https://example.org, or off',
        ),
      ),
    'https://overpass-api.de/api/interpreter',
  ),
  CHAT_WEBHOOK_HOSTS: z._default(hostList, []),
  PUSH: z._default(onOrOff, 'on'),
  PUSH_HOSTS: z._default(pushHostList, []),
  REQUEST_RESTAURANT_URL: z.optional(webAddress),
  REPORT_PROBLEM_URL: z.optional(webAddress),
  REQUEST_FEATURE_URL: z.optional(webAddress),
  REPORT_INACCURATE_URL: z.optional(webAddress),
  MAP_TILE_URL: z.optional(tileAddress),
  MAP_TILE_ATTRIBUTION: z.optional(textOf(200)),
  MAP_PMTILES: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^\w[\w.-]*\.pmtiles$/,
          'must be the name of a file in DATA_DIR, without a folder, such as region.pmtiles',
        ),
      ),
  ),
  TIME_ZONE: z._default(
    z.string().check(z.refine(isTimeZone, 'must be a time zone such as America/New_York')),
    'America/New_York',
  ),
  TRUST_PROXY: z.optional(proxies),
  OFFLINE_WORKER: z._default(onOrOff, 'on'),
  RATE_LIMITS: z._default(onOrOff, 'on'),
  METRICS_PORT: z.optional(portNumber),
  METRICS_HOST: z.optional(listenHost),
  METRICS_TOKEN: z.optional(
    z.string().check(z.regex(/^[\w.~+/=-]{16,}$/, 'must have at least 16 letters, digits or - . _ ~ + / =')),
  ),
  LOG_LEVEL: z._default(
    z.enum(logLevels, 'must be fatal, error, warn, info, debug, trace or silent'),
    'info',
  ),
})

function geocoderOf({ GEOCODER, MAPBOX_TOKEN }: z.output<typeof Environment>) {
  if (GEOCODER === 'mapbox' && MAPBOX_TOKEN === undefined)
    throw new ConfigError('GEOCODER: mapbox needs MAPBOX_TOKEN')
  return GEOCODER ?? (MAPBOX_TOKEN === undefined ? 'census' : 'mapbox')
}

export const variables = Object.keys(Environment.shape)
