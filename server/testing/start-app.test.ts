// On both engines: the template of the first rows is one of each engine.
import { expect, test } from 'vitest'
import { startApp } from './start-app.ts'

test.each([
  [{}, 'admin@example.org'],
  [{ ORG_EMAIL_DOMAIN: 'parish.example.org' }, 'admin@parish.example.org'],
  [{ PRIMARY_ADMIN_EMAIL: 'root@example.org' }, 'root@example.org'],
])('with the settings %j, the primary admin is %s', async (settings, email) => {
  const app = await startApp(settings)
  expect(await app.primary()).toMatchObject({ email })
})
