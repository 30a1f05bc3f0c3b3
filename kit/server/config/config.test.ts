// On one engine: the environment.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readConfig, variables } from './config.ts'
import { ConfigError } from './error.ts'
import { defaultHosts } from './hosts.ts'

const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8')
const described = [...example.matchAll(/^#([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => ({
  name,
  value,
}))

test('.env.example names every variable once, and no other', () => {
  const names = described.map(({ name }) => name)
  const ofOthers = ['NODE_ENV', 'LISTEN_FDS']
  expect(names.sort()).toEqual(variables.filter(name => !ofOthers.includes(name)).sort())
})

test('the values in .env.example are accepted', () => {
  expect(() =>
    readConfig(Object.fromEntries(described.map(({ name, value }) => [name, value]))),
  ).not.toThrow()
})

test('every unset variable has its default, and an empty one counts as unset', () => {
  const config = readConfig({})
  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    appUrl: 'http://localhost:3000',
    databaseUrl: null,
    primaryAdmin: { email: 'admin@example.org', password: null },
    trustProxy: false,
    offlineWorker: true,
    rateLimits: true,
  })
  expect(readConfig({ PORT: '', RATE_LIMITS: '', TRUST_PROXY: '' })).toEqual(config)
})

test.each(['\uFEFF', '\u200B', '\u202A', '\u00AD'])('%j in a value is taken off, even inside a key', sign => {
  const config = readConfig({
    ORG_EMAIL_DOMAIN: `${sign}example.org${sign}`,
    PRIMARY_ADMIN_EMAIL: `${sign}Ana@example.org${sign}`,
    PRIMARY_ADMIN_PASSWORD: `${sign}sample-password${sign}`,
    YELP_API_KEY: `${sign}sample${sign}-key`,
    SMTP_URL: `${sign}smtp://mail.example.org:25`,
    APP_NAME: `${sign}Lunch 👩‍🍳${sign}`,
    DATA_DIR: `${sign}./no-such-folder${sign}`,
    METRICS_PORT: sign,
  })
  expect(config).toMatchObject({
    orgEmailDomain: 'example.org',
    primaryAdmin: { email: 'ana@example.org', password: 'sample-password' },
    yelp: { apiKey: 'sample-key' },
    mail: { smtpUrl: 'smtp://mail.example.org:25' },
    appName: 'Lunch 👩‍🍳',
    dataDir: './no-such-folder',
    metrics: { port: null },
  })
})

test.each<[Record<string, string>, number]>([
  [{}, 12],
  [{ DATABASE_URL: 'postgres://127.0.0.1/lunch?sslmode=require&max=7' }, 7],
  [{ DATABASE_URL: 'postgres://127.0.0.1/lunch?max=7', DATABASE_POOL: '5' }, 5],
])('%j: a process opens at most %i connections', (environment, expected) => {
  expect(readConfig(environment).databasePool).toBe(expected)
})

test.each([
  ['PORT', '"3000"'],
  ['APP_URL', "'https://lunch.example.org'"],
  ['RATE_LIMITS', '"on"'],
])('quotes that belong to the value of %s are named', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(
    new RegExp(
      `^${name}: must be .*, without quotes around it\\. Leave them out: docker run --env-file keeps them\\.$`,
    ),
  )
})

test('a password may have a dollar sign', () => {
  const password = 'pa$WORDS'
  expect(readConfig({ PRIMARY_ADMIN_PASSWORD: password }).primaryAdmin.password).toBe(password)
})

test.each([
  [['::1'], { everywhere: '::', loopback: '::1' }],
  [['127.0.0.1', '::1'], { everywhere: '::', loopback: '127.0.0.1' }],
  [['127.0.0.1'], { everywhere: '0.0.0.0', loopback: '127.0.0.1' }],
  [[], { everywhere: '0.0.0.0', loopback: '127.0.0.1' }],
])('a machine that has %o listens on %o by default', (addresses, expected) => {
  const lo = addresses.map(address => ({
    ...{ address, netmask: '', mac: '', internal: true, cidr: null, scopeid: 0 },
    family: address.includes(':') ? ('IPv6' as const) : ('IPv4' as const),
  }))
  expect(defaultHosts({ lo: lo as never })).toEqual(expected)
})

test('an address to listen on may be in brackets', () => {
  const { host, metrics } = readConfig({ HOST: '[::]', METRICS_HOST: '[::1]' })
  expect([host, metrics.host]).toEqual(['::', '::1'])
})

test.each([
  [{}, 'census'],
  [{ MAPBOX_TOKEN: 'pk.x' }, 'mapbox'],
  [{ MAPBOX_TOKEN: 'pk.x', GEOCODER: 'census' }, 'census'],
  [{ MAPBOX_TOKEN: 'pk.x', GEOCODER: 'off' }, 'off'],
])('with %o the geocoder is %s', (environment, kind) => {
  expect(readConfig(environment).geocoder).toEqual({
    kind,
    censusUrl: 'https://geocoding.geo.census.gov',
  })
})

test.each([
  'lunch@mailhost',
  '<a@example.org>',
  '"Lunch <noon>" <a.b+c@example.org>',
  'Ana, Bea <a@exämple.org>',
])('mails can be sent from %s', MAIL_FROM => {
  expect(readConfig({ MAIL_FROM }).mail.from).toBe(MAIL_FROM)
})

test.each(['{s}', '{r}', '{-y}', '{apikey}'])('an address with %s, which nobody fills in, says so', part => {
  for (const url of [`https://${part}.example.org/{z}/{x}/{y}.png`, `https://a.org/{z}/{x}/{y}${part}.png`])
    expect(() => readConfig({ MAP_TILE_URL: url })).toThrow(`MAP_TILE_URL: has ${part} in it`)
})

describe('single sign-on', () => {
  const whole = {
    OIDC_ISSUER: 'https://accounts.example.org',
    OIDC_CLIENT_ID: 'lunch',
    OIDC_CLIENT_SECRET: 'secret',
  }

  test('is off without an issuer, and has defaults for unset variables with one', () => {
    expect(readConfig({})).toMatchObject({ oidc: null, passwordSignIn: true })
    expect(readConfig({ ...whole, PASSWORD_SIGN_IN: 'off' })).toMatchObject({
      oidc: { clientId: 'lunch', label: 'your organization', trustsEmail: false },
      passwordSignIn: false,
    })
    const own = readConfig({ ...whole, OIDC_LABEL: 'Google', OIDC_TRUST_EMAIL: 'on' })
    expect(own.oidc).toMatchObject({ label: 'Google', trustsEmail: true })
  })

  test.each([
    ...Object.keys(whole).map(missing => ({ ...whole, [missing]: '' })),
    { OIDC_LABEL: 'Google' },
    { OIDC_TRUST_EMAIL: 'on' },
  ])('is rejected with a readable error message if incomplete: %o', environment => {
    expect(() => readConfig(environment)).toThrow(
      'OIDC_ISSUER: single sign-on needs OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET together',
    )
  })

  test('is required if password sign-in is off', () => {
    expect(() => readConfig({ PASSWORD_SIGN_IN: 'off' })).toThrow(
      'PASSWORD_SIGN_IN: off needs OIDC_ISSUER, or no one could sign in',
    )
  })

  test.each([
    'http://accounts.example.org',
    'accounts.example.org',
    'https://accounts.example.org/?tenant=1',
    'https://user@accounts.example.org',
  ])('rejects the issuer address %s [T-167]', OIDC_ISSUER => {
    expect(() => readConfig({ ...whole, OIDC_ISSUER })).toThrow('OIDC_ISSUER: must be the issuer’s address')
  })
})

test.each([
  ['1', 1],
  ['127.0.0.1', ['127.0.0.1']],
  ['10.0.0.0/8 , fd00::/8,192.168.0.0/255.255.0.0', ['10.0.0.0/8', 'fd00::/8', '192.168.0.0/255.255.0.0']],
])('TRUST_PROXY=%s trusts the proxies %o', (TRUST_PROXY, trusted) => {
  expect(readConfig({ TRUST_PROXY }).trustProxy).toEqual(trusted)
})

/** Values that are wrong, by the names of their variables. */
const wrong: Record<string, string> = {
  PORT: '80000 | 3000x',
  APP_URL: `lunch.example.org | javascript:alert(1) | https://\${DOMAIN}`,
  APP_NAME: 'x'.repeat(61),
  ORG_NAME: `${'x'.repeat(101)} | $ORGANIZATION`,
  ORG_EMAIL_DOMAIN: 'Example',
  DATABASE_URL:
    'mysql://localhost/lunch | postgres://127.0.0.1/lunch?max=4 | postgres://user:pass#word@localhost/lunch | ' +
    'postgres://u:p,q@db1:5432,db2:5432/lunch | postgres://u@db1,db2/lunch',
  DATABASE_POOL: '4 | many',
  PRIMARY_ADMIN_EMAIL: 'admin',
  PRIMARY_ADMIN_PASSWORD: 'short',
  STARTER_DATA: 'yes',
  OIDC_TRUST_EMAIL: 'yes',
  PASSWORD_SIGN_IN: 'no',
  OFFLINE_WORKER: 'false',
  SMTP_URL:
    'http://mail.example.org | mail.example.org:587 | smtp:// | ' +
    `smtp://user:\${SMTP_PASSWORD}@mail.example.org`,
  MAIL_FROM:
    'nobody | Lunch <lunch@example.org | Lunch lunch@example.org | lunch @example.org | ' +
    'lunch@example.org (Lunch) | ana@example.org, bea@example.org | Lunch <mailto:lunch@example.org> | ' +
    'Ana <ana@example.org>, Bea <bea@example.org>',
  GEOCODER: 'google | mapbox',
  CENSUS_GEOCODER_URL: 'census',
  CHAT_WEBHOOK_HOSTS: 'chat.example.org, https://chat.example.com',
  MAP_TILE_URL: 'https://tiles.example.org/tile.png | javascript:{z}{x}{y}',
  MAP_TILE_ATTRIBUTION: 'x'.repeat(201),
  MAP_PMTILES: '../region.pmtiles | /etc/passwd | common-table.db',
  TIME_ZONE: 'Mars/Olympus',
  TRUST_PROXY: 'true | 10.0.0.256 | 10.0.0.0/33, 127.0.0.1 | cafe',
  RATE_LIMITS: 'no',
  LOG_LEVEL: 'loud',
  DATA_DIR: '~/lunch',
  SMTP_URL_FILE: '/run/secrets/smtp',
}

describe('an invalid value stops the start with an error message that names the variable', () => {
  const rows = Object.entries(wrong).flatMap(([name, values]) =>
    values.split(' | ').map(value => ({ name, value })),
  )
  test.each(rows)('$name=$value [T-31]', ({ name, value }) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name}: (must|mapbox).*$`))
  })

  test('which also lists the allowed values', () => {
    expect(() => readConfig({ OVERPASS_URL: 'none' })).toThrow(/, or off$/)
    expect(() => readConfig({ LOG_LEVEL: 'loud' })).toThrow(/: must be fatal, error, .* or silent$/)
  })
})
