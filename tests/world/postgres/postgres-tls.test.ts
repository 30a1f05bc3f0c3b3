import { execFileSync } from 'node:child_process'
import { chown } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createDatabase } from '#tests/support/databases/postgres.ts'
import { postgresUser } from '#tests/support/databases/postgres-binaries.ts'
import { temporaryFolder } from '#tests/support/processes/guard.ts'
import { startProcess } from '#tests/support/processes/start-process.ts'
import { adminAt, isPostgresThere, refusedStart, startCluster } from '#tests/world/servers.ts'

describe.runIf(isPostgresThere)('PostgreSQL with its own certificate', async () => {
  const { url, run } = await startCluster()
  const { path: folder, remove } = await temporaryFolder('certificate')
  afterAll(remove)
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  const files = ['-keyout', key, '-out', certificate]
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, ...files],
    {
      stdio: 'ignore',
    },
  )
  const owner = postgresUser()
  if (owner) for (const path of [folder, key, certificate]) await chown(path, owner.uid, owner.gid)
  for (const setting of [`ssl_cert_file = '${certificate}'`, `ssl_key_file = '${key}'`, 'ssl = on'])
    await run(`alter system set ${setting}`)
  await run('select pg_reload_conf()')

  test.each([`sslmode=verify-full&sslrootcert=${certificate}`, 'sslmode=no-verify'])(
    'is reached with ?%s',
    async search => {
      const server = await startProcess({ DATABASE_URL: `${await createDatabase(url)}?${search}` })
      await adminAt(server)
      const { rows } = await run(
        "select distinct ssl from pg_stat_ssl join pg_stat_activity using (pid) where datname ~ '^t_'",
      )
      expect(rows).toEqual([{ ssl: true }])
      expect(server.output()).not.toMatch(/warning/i)
    },
  )

  test.each(['require', 'prefer', 'verify-ca', 'verify-full'])(
    'is refused with sslmode=%s alone, in one message that says what to set',
    async mode => {
      const { output } = await refusedStart(`${await createDatabase(url)}?sslmode=${mode}`)
      expect(output).toMatch(/DATABASE_URL: .*self-signed certificate.*sslrootcert.*sslmode=no-verify/)
      expect(output).not.toMatch(/warning/i)
    },
  )
})
