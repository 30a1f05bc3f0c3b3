import { execFileSync } from 'node:child_process'
import { accessSync, constants, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const DEBIAN_FOLDER = '/usr/lib/postgresql'

/** The folder of initdb and pg_ctl: one on the PATH, or the newest one installed by Debian. */
export function findPostgresBinaries(): string | undefined {
  const onPath = (process.env.PATH ?? '').split(delimiter).filter(folder => folder !== '')
  return [...onPath, ...debianFolders()].find(holdsServer)
}

/** PostgreSQL refuses to run as root, so root runs it as the user that the package creates. */
export function postgresUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  return { uid: idOfPostgres('-u'), gid: idOfPostgres('-g') }
}

function idOfPostgres(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
}

function debianFolders(): string[] {
  try {
    const versions = readdirSync(DEBIAN_FOLDER).sort((a, b) => Number(b) - Number(a))
    return versions.map(version => join(DEBIAN_FOLDER, version, 'bin'))
  } catch {
    return []
  }
}

function holdsServer(folder: string): boolean {
  try {
    for (const program of ['initdb', 'pg_ctl', 'postgres']) accessSync(join(folder, program), constants.X_OK)
    return true
  } catch {
    return false
  }
}
