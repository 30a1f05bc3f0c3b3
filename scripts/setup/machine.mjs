import { spawnSync } from 'node:child_process'

/** A number for comparisons: both `v22.18.1` and `>=22.18` become 22018. */
export function versionNumber(text) {
  const [major, minor] = text.replace(/^\D*/, '').split('.').map(Number)
  return major * 1000 + minor
}

/** The version of the Node at this path; undefined if there is none or it can't run here. */
export const versionOf = node => askVersion(node).version

/** The same, or what the system says about why it can't run, such as a library that is missing. */
export function askVersion(node) {
  const { status, stdout, stderr } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  if (status === 0) return { version: stdout.trim().slice(1) }
  return { reason: (stderr ?? '').trim().split('\n')[0].replace(`${node}: `, '') }
}

/** The C library of the Node that runs this script; npm asks in the same way. Matters only on Linux. */
export function cLibrary() {
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
}

/** Whether a package that names its operating systems, processors and C library is made for this machine. */
export function isMadeForThisMachine({ os, cpu, libc }, libcHere) {
  return allows(os, process.platform) && allows(cpu, process.arch) && (!libcHere || allows(libc, libcHere))
}

function allows(names, name) {
  if (names === undefined) return true
  const list = [].concat(names)
  return !list.includes(`!${name}`) && (list.includes(name) || list.every(other => other.startsWith('!')))
}

export function stopBecause(reason) {
  console.error(`\n${reason}\n`)
  process.exit(1)
}
