/** A disk of a few megabytes that can be filled up, and people who still want to use the server. */
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { onTestFinished } from 'vitest'
import { signIn, times } from '#tests/reliability/support/client.ts'
import { type Installation, prepare, withDeps } from '#tests/support/backups/installation.ts'
import { peopleOf, testPassword } from '#tests/support/people/people.ts'
import { temporaryFolder } from '#tests/support/processes/guard.ts'

/** Mounts a small disk in a temporary folder until the test ends. */
export async function mountDisk(size: string): Promise<string> {
  const { path, remove } = await temporaryFolder('disk')
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path])
  onTestFinished(async () => {
    execFileSync('umount', ['--lazy', path])
    await remove()
  })
  chmodSync(path, 0o755)
  return path
}

/** Writes a file that takes all free space. */
export const fillUp = (path: string) => spawnSync('sh', ['-c', 'cat /dev/zero >"$0"', path])

export const credentials = { email: 'root@example.org', password: testPassword }

/** Creates people whose sessions were last used yesterday, so that reads also want to write. */
export async function populate(installation: Installation) {
  await prepare(installation)
  return withDeps(installation, async deps => {
    const make = peopleOf(deps)
    const people = await times(100, async () => signIn(deps, await make.user()))
    const admin = await signIn(deps, await make.superUser({ email: credentials.email }))
    const lastSeenAt = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString()
    await deps.db.updateTable('sessions').set({ lastSeenAt }).execute()
    const { id: restaurantId } = await make.restaurant()
    return { people, admin, restaurantId }
  })
}
