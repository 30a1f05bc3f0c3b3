import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cLibrary, isMadeForThisMachine, versionNumber, versionOf } from './machine.mjs'

export async function readLockFile(root) {
  return (await readJson(join(root, 'package-lock.json'))).packages
}

/**
 * The first package of the lock file that `node_modules` lacks; undefined if none is missing. npm writes its list of
 * installed packages last, so an interrupted installation has none. Optional packages for this machine must be there
 * too: npm silently skips them if it fails to fetch them.
 */
export async function findMissingPackage(root) {
  const requested = await readLockFile(root)
  const there = await readJson(join(root, 'node_modules/.package-lock.json')).catch(() => undefined)
  if (!there) return 'all packages'
  const node = versionOf(join(root, 'node_modules/.bin/node'))
  const pinned = findPinnedNode(requested)
  if (pinned && node !== pinned.version && !(node === undefined && isModern(requested))) return pinned.path

  const libc = cLibrary()
  const isMissing = ([path, { version, optional, ...needs }]) => {
    const found = there.packages[path]
    if (found) return found.version !== version
    if (optional) return (needs.os || needs.cpu) && isMadeForThisMachine(needs, libc) && path !== pinned?.path
    return path !== ''
  }
  return Object.entries(requested).find(isMissing)?.[0]
}

/** The Node that the lock file pins for this machine. */
export function findPinnedNode(packages) {
  const isNode = ([, { bin, ...needs }]) => bin?.node && isMadeForThisMachine(needs)
  const entry = Object.entries(packages).find(isNode)
  return entry && { path: entry[0], version: entry[1].version, program: `${entry[0]}/${entry[1].bin.node}` }
}

/** Whether the Node that runs this script is new enough for the whole project. */
export function isModern(packages) {
  return versionNumber(process.version) >= versionNumber(packages[''].engines.node)
}

async function readJson(file) {
  return JSON.parse(await readFile(file, 'utf8'))
}
