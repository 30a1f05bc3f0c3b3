// On one engine: the environment.
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { configWarnings } from './warnings.ts'

test.each([
  [{}, []],
  [{ RATE_LIMITS: 'off' }, ['RATE_LIMITS=off: sign-in, mails and registration are not throttled']],
  [
    { APP_URL: 'https://example.org/lunch/' },
    ['APP_URL: /lunch/ is ignored, links begin with https://example.org; Common Table needs its own host'],
  ],
  [{ APP_URL: 'https://lunch.example.org/' }, []],
  [
    { METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' },
    ['METRICS_HOST=0.0.0.0 without METRICS_TOKEN: anyone who can reach the port can read the metrics'],
  ],
  [{ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0', METRICS_TOKEN: 'a-long-random-text' }, []],
  [{ METRICS_PORT: '9464' }, []],
  [{ METRICS_PORT: '9464', METRICS_HOST: '::1' }, []],
  [
    { APP_NAME: '"Lunch"' },
    [expect.stringMatching(/^APP_NAME: the quotes around the value are part of it\. Leave/)],
  ],
  [
    {
      SMPT_URL: 'x',
      OIDC_ISSER: 'x',
      TRUST_PROXI: '1',
      DATABASE_URI: 'x',
      SMTP_HOST: 'x',
      PATH: 'x',
      HOSTS: 'x',
    },
    [
      'SMPT_URL (SMTP_URL?), OIDC_ISSER (OIDC_ISSUER?), TRUST_PROXI (TRUST_PROXY?), DATABASE_URI (DATABASE_URL?), ' +
        'SMTP_HOST: no such settings, so they do nothing; .env.example lists all',
    ],
  ],
  [{ TIME_ZONE: '-05:00' }, [expect.stringMatching(/^TIME_ZONE: -05:00 .* Name a place, such as/)]],
  [{ METRICS_PORT_9464_TCP: 'tcp://10.0.0.1:9464', POSTGRES_PASSWORD: 'x', TZ: 'UTC' }, []],
  [{ https_proxy: 'http://proxy:3128' }, [expect.stringMatching(/^HTTPS_PROXY: .* NODE_USE_ENV_PROXY=1/)]],
  [{ HTTPS_PROXY: 'http://proxy:3128', NODE_USE_ENV_PROXY: '1' }, []],
  [
    { DATABASE_URL: 'postgres://127.0.0.1/lunch?currentSchema=noon&sslmode=require&pgbouncer=true' },
    [
      'DATABASE_URL: currentSchema, pgbouncer after the ? is ignored. For a schema of its own: options=-c%20search_path%3DNAME',
    ],
  ],
  // A file instead of a folder: not even root can write there.
  [
    { DATABASE_URL: 'postgres://127.0.0.1/lunch', DATA_DIR: import.meta.filename },
    [`DATA_DIR: ${import.meta.filename} can't be written, so no backup can be made`],
  ],
])('with %o the log warns at the start: %o', (environment, warnings) => {
  expect(configWarnings(readConfig(environment), 'UTC')).toEqual(warnings)
})

test.each([
  ['America/New_York', 0],
  ['America/Detroit', 0],
  ['Europe/Berlin', 1],
  ['America/Chicago', 1],
  ['America/Panama', 1],
])('on a machine in %s, the log has %i warnings', (zone, count) => {
  expect(configWarnings(readConfig({}), zone).filter(text => text.includes(`set to ${zone}`))).toHaveLength(
    count,
  )
})

test('every name in .env that is no setting is named, and of the environment those that resemble one', () => {
  const given = { FOO: 'x', database_url: 'x', BAR: 'x' }
  expect(readConfig(given, ['FOO', 'database_url']).misnamed).toEqual(['FOO', 'database_url (DATABASE_URL?)'])
})
