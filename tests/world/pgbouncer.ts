import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { killGroup, runOnExit, temporaryFolder } from '#server/testing/guard.ts'
import { freePort } from '#server/testing/postgres.ts'
import { postgresUser } from '#server/testing/postgres-binaries.ts'

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
  const child = spawn('pgbouncer', ['-q', join(folder, 'ini')], {
    ...postgresUser(),
    stdio: 'ignore',
    detached: true,
  })
  const guard = runOnExit(killGroup, [String(child.pid)])
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
    guard.kill('SIGKILL')
    await remove()
  })
  await untilListening(port)
  const url = new URL(`postgres://postgres@127.0.0.1:${port}${pathname}`)
  url.password = password
  return url.href
}

async function untilListening(port: number): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const socket = connect(port, '127.0.0.1')
    try {
      await once(socket, 'connect')
      return
    } catch (error) {
      if (attempt === 100) throw error
      await setTimeout(100)
    } finally {
      socket.destroy()
    }
  }
}

function isOnPath(program: string): boolean {
  try {
    execFileSync('which', [program], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
