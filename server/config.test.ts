import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig, variables } from './config.ts'

const example = readFileSync(new URL('../.env.example', import.meta.url), 'utf8')
const described = [...example.matchAll(/^#([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => ({
  name,
  value,
}))

test('.env.example names every variable once, and no other', () => {
  const names = described.map(({ name }) => name)
  expect(names.sort()).toEqual(variables.filter(name => name !== 'NODE_ENV').sort())
})

test('what stands in .env.example is accepted', () => {
  expect(() =>
    readConfig(Object.fromEntries(described.map(({ name, value }) => [name, value]))),
  ).not.toThrow()
})

test('without any variable everything has its default; an empty one counts as unset', () => {
  const config = readConfig({})
  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    appUrl: 'http://localhost:3000',
    databaseUrl: null,
    primaryAdmin: { email: 'admin@example.org', password: null },
    trustProxy: false,
    rateLimits: true,
  })
  expect(readConfig({ PORT: '', RATE_LIMITS: '', TRUST_PROXY: '' })).toEqual(config)
})

test.each([
  [{}, 'census'],
  [{ MAPBOX_TOKEN: 'pk.x' }, 'mapbox'],
  [{ MAPBOX_TOKEN: 'pk.x', GEOCODER: 'census' }, 'census'],
  [{ MAPBOX_TOKEN: 'pk.x', GEOCODER: 'off' }, 'off'],
])('with %o addresses are located by: %s', (environment, kind) => {
  expect(readConfig(environment).geocoder).toEqual({
    kind,
    censusUrl: 'https://geocoding.geo.census.gov',
  })
})

describe('a bad value stops the start with a sentence that names its variable', () => {
  test.each([
    ['PORT', '80000'],
    ['PORT', '3000x'],
    ['APP_URL', 'lunch.example.org'],
    ['APP_URL', 'javascript:alert(1)'],
    ['ORG_EMAIL_DOMAIN', 'Example'],
    ['DATABASE_URL', 'mysql://localhost/lunch'],
    ['PRIMARY_ADMIN_EMAIL', 'admin'],
    ['PRIMARY_ADMIN_PASSWORD', 'short'],
    ['STARTER_DATA', 'yes'],
    ['SMTP_URL', 'http://mail.example.org'],
    ['MAIL_FROM', 'nobody'],
    ['GEOCODER', 'google'],
    ['GEOCODER', 'mapbox'],
    ['CENSUS_GEOCODER_URL', 'census'],
    ['MAP_TILE_URL', 'https://tiles.example.org/tile.png'],
    ['MAP_TILE_URL', 'javascript:{z}{x}{y}'],
    ['MAP_TILE_ATTRIBUTION', 'x'.repeat(201)],
    ['MAP_PMTILES', '../region.pmtiles'],
    ['MAP_PMTILES', '/etc/passwd'],
    ['MAP_PMTILES', 'common-table.db'],
    ['TIME_ZONE', 'Mars/Olympus'],
    ['TRUST_PROXY', 'true'],
    ['RATE_LIMITS', 'no'],
    ['LOG_LEVEL', 'loud'],
  ])('%s=%s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name}: `))
  })
})
