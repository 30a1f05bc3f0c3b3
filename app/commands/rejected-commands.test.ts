import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { emptyPlace } from '#tests/support/backups/installation.ts'
import { runCommand } from '#tests/support/processes/run-command.ts'
import { startApp } from '#tests/support/start-app.ts'
import { backupPathFromArgs } from './backup-path-from-args.ts'

const app = await startApp()
const ana = await app.user()
const here = { DATA_DIR: app.deps.config.dataDir, DATABASE_URL: app.deps.config.databaseUrl ?? '' }

describe('the commands reject', () => {
  test('a folder that can’t be written', async () => {
    const place = await emptyPlace()
    await writeFile(join(place.DATA_DIR, 'backups'), 'in the way')
    const { code, output } = await runCommand('verify', [import.meta.filename], place)
    expect([code, output]).toEqual([1, expect.stringContaining('as the user that the server runs as')])
    expect(output).not.toMatch(/\n\s+at /)
  })

  test.each([
    ['restore', [], 'Please give the name of one backup: npm run restore -- backup.zip'],
    ['restore', ['one.zip', 'two.zip'], 'the name of one backup'],
    ['verify', ['--help'], 'npm run verify -- backup.zip'],
    ['verify', [import.meta.dirname], 'There is no file'],
  ] as const)('what is no backup: %s %j', async (name, args, sentence) => {
    await expect(backupPathFromArgs(name, app.deps.config, [...args])).rejects.toThrow(sentence)
  })

  test.each([
    ['verify', ['/nowhere/backup.zip'], 'There is no file'],
    ['backup', ['--help'], 'Please write'],
    ['restore', [import.meta.filename], 'can’t be used'],
    ['admin', ['promote', 'x@example.org'], 'Please write'],
    [
      'admin',
      ['reset-password', 'nobody@example.org'],
      `no account with the address nobody@example.org. The primary admin's is ${app.deps.config.primaryAdmin.email}.`,
    ],
  ])('%s %j', async (name, args, sentence) => {
    const { code, output } = await runCommand(name, args, here)
    expect([code, output]).toEqual([1, expect.stringContaining(sentence)])
    expect(output).not.toMatch(/\n\s+at /)
  })
})

test('resetting a password in an empty database fails with an error message that says so', async () => {
  const { code, output } = await runCommand('admin', ['reset-password', ana.email], await emptyPlace())
  expect([code, output]).toEqual([1, expect.stringContaining('The database is empty')])
})

// Which ways into the account end is in features/accounts/server/users/revoke-access.test.ts.
test('resetting a password sets a new one, and notifies the owner', async () => {
  const { code, output } = await runCommand('admin', ['reset-password', ana.email.toUpperCase()], here)
  expect(code).toBe(0)
  const [, password] = /with the password {2}(\S+)/.exec(output) ?? []
  expect(output).not.toContain('disabled')
  expect((await app.signIn(ana, password)).status).toBe(200)
  app.deps.jobs.mailer.wake()
  expect((await app.mailsTo(ana)).at(-1)?.subject).toBe('Your Common Table password was changed')
})

test('the output says if the account is disabled, and if a password has no effect, as only the primary admin’s has with password sign-in off', async () => {
  const dan = await app.user({ canLogin: false })
  const issuer = { OIDC_ISSUER: 'https://id.example.org', OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'secret' }
  const off = { ...here, ...issuer, PASSWORD_SIGN_IN: 'off' }
  const { output } = await runCommand('admin', ['reset-password', dan.email], off)
  expect(output).toContain('This account is disabled: an administrator must let it sign in again.')
  expect(output).toContain('it is of no use')
  const primary = await runCommand('admin', ['reset-password', app.deps.config.primaryAdmin.email], off)
  expect(primary.output).not.toContain('it is of no use')
})
