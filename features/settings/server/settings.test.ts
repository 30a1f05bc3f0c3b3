import { expect, test } from 'vitest'
import { getPublicConfig } from '#kit/contract/public-config.ts'
import { startApp } from '#tests/support/start-app.ts'
import release from '../../../package.json' with { type: 'json' }
import { getSetting } from '../contract.ts'
import { readNumberSetting, readTeamRatingNames } from './settings-store.ts'

const app = await startApp({
  ORG_EMAIL_DOMAIN: 'parish.example.org',
  ORG_NAME: 'Sample Parish',
  REPORT_PROBLEM_URL: 'https://forms.example.org/problem',
})

const valueAs = async (user: { id: number } | null, key: string) => {
  const { status, body } = await app.as(user).call(getSetting, { params: { key } })
  return status === 200 ? body.value : status
}

test('visitors can read the three registration settings: their defaults, then what is stored, even if it is empty', async () => {
  expect(await valueAs(null, 'registration_enabled')).toBe('true')
  expect(await valueAs(null, 'domain_whitelist')).toBe('parish.example.org')
  expect(await valueAs(null, 'registration_message')).toContain('@parish.example.org')
  await app.set('registration_message', '')
  await app.set('domain_whitelist', 'example.org\nexample.com')
  expect(await valueAs(null, 'registration_message')).toBe('')
  expect(await valueAs(null, 'domain_whitelist')).toBe('example.org\nexample.com')
})

test('the other settings can be read only by super-users [T-41]', async () => {
  expect(await valueAs(null, 'favorites_limit')).toBe(401)
  expect(await valueAs(await app.user(), 'favorites_limit')).toBe(403)
  expect(await valueAs(await app.admin(), 'favorites_limit')).toBe(403)
  expect(await valueAs(await app.superUser(), 'favorites_limit')).toBe('50')
  expect(await valueAs(await app.primary(), 'team_rating_names')).toContain('Eric\nJoey')
})

test('reading a setting falls back to the default if the stored value is unusable', async () => {
  expect(await readNumberSetting(app.db, 'favorites_limit')).toBe(50)
  await app.set('favorites_limit', 'many')
  expect(await readNumberSetting(app.db, 'favorites_limit')).toBe(50)
  await app.set('favorites_limit', '7')
  expect(await readNumberSetting(app.db, 'favorites_limit')).toBe(7)
  expect(await readTeamRatingNames(app.db)).toHaveLength(7)
})

test('the public configuration has names, addresses and version', async () => {
  const { body } = await app.as(null).call(getPublicConfig)
  expect(body).toMatchObject({
    appName: 'Common Table',
    appUrl: 'http://localhost:0',
    orgName: 'Sample Parish',
    orgEmailDomain: 'parish.example.org',
    timeZone: 'America/New_York',
    version: release.version,
    supportEmail: 'admin@parish.example.org',
    requestRestaurantUrl: null,
    reportProblemUrl: 'https://forms.example.org/problem',
  })
})
