import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { postgresUser } from '#tests/support/databases/postgres-binaries.ts'
import { freePort } from '#tests/support/processes/free-port.ts'
import { temporaryFolder } from '#tests/support/processes/guard.ts'
import { isOnPath, startProgram } from '#tests/world/programs.ts'

export const isPgbouncerThere = isOnPath('pgbouncer')

const password = 'a pooler’s passwörd'

/** Starts PgBouncer in front of a PostgreSQL until the test ends. Returns the address of the database through it. */
export async function startPgbouncer(databaseUrl: string, settings: Record<string, string | number>) {
  const { path: folder, remove } = await temporaryFolder('pgbouncer')
  const { hostname, port: postgresPort, pathname } = new URL(databaseUrl)
  const port = await freePort()
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'md5',
    auth_file: join(folder, 'users'),
    ...settings,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`)
  const database = `* = host=${hostname} port=${postgresPort}`
  await writeFile(join(folder, 'ini'), `[databases]\n${database}\n[pgbouncer]\n${lines.join('\n')}\n`)
  await writeFile(join(folder, 'users'), `"postgres" "${password}"\n"limited" "${password}"\n`)
  await chmod(folder, 0o755)
  onTestFinished(remove)
  await startProgram(port, ['pgbouncer', '-q', join(folder, 'ini')], { user: postgresUser() })
  const url = new URL(`postgres://postgres@127.0.0.1:${port}${pathname}`)
  url.password = password
  return url.href
}
