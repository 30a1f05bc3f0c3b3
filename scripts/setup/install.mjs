import { copyFile, lstat, mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findMissingPackage, findPinnedNode, isModern, readLockFile } from './lock-file.mjs'
import { askVersion, versionOf } from './machine.mjs'
import { runNpm } from './npm.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const cache = join(root, '.cache')
// No install scripts: they would only compile what also comes precompiled, and older versions of npm ignore
// `allowScripts`. Short retries, so that a machine without a network fails within seconds: by default, npm tries for
// over a minute.
// With NODE_ENV=production, or if the user's own settings say so, npm would leave out what the build needs.
const everything = ['--include=dev', '--include=optional', '--include=peer']
const retries = ['--fetch-retry-mintimeout=2000', '--fetch-retry-maxtimeout=10000']
const npmCi = ['ci', ...everything, '--ignore-scripts', ...retries]

/**
 * Installs the packages of the lock file, unless they are already there. It works in a temporary folder that replaces
 * node_modules when complete, so an interruption or a second set-up at the same time leaves no partial installation.
 */
export async function install() {
  if (!(await findMissingPackage(root))) return
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130))
  const tempFolder = await createTempFolder()
  try {
    await installInto(tempFolder)
    if (await findMissingPackage(root)) await replaceModules(tempFolder)
  } finally {
    await rm(tempFolder, { recursive: true, force: true })
  }
}

async function installInto(tempFolder) {
  const packages = await readLockFile(root)
  const node = isModern(packages) ? process.execPath : await fetchPinnedNode(packages, tempFolder)
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
    await copyFile(join(root, file), join(tempFolder, file))
  }
  const title = `Installing ${Object.keys(packages).length - 1} dependencies`
  await runNpm(npmCi, { node, cwd: tempFolder, title })
  await linkPinnedNode(packages, tempFolder)
  const missing = await findMissingPackage(tempFolder)
  if (missing) throw new Error(`npm left out ${missing} without saying why. Please try again.`)
}

/** npm skips optional packages that don't support the Node it runs on, so it has to run on the pinned one. */
async function fetchPinnedNode(packages, tempFolder) {
  const pinned = findPinnedNode(packages)
  const needed = packages[''].engines.node.replace('>=', '')
  let problem = `There is no ready-made Node for this machine (${process.platform}, ${process.arch})`
  let help = ''
  if (pinned) {
    const folder = join(tempFolder, 'node')
    const name = pinned.path.replace('node_modules/', '')
    const dependencies = { [name]: pinned.version }
    const lock = {
      lockfileVersion: 3,
      packages: { '': { dependencies }, [pinned.path]: packages[pinned.path] },
    }
    await mkdir(folder)
    await writeFile(join(folder, 'package.json'), JSON.stringify({ dependencies }))
    await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock))
    await runNpm(npmCi, { node: process.execPath, cwd: folder, title: `Fetching Node ${pinned.version}` })
    const program = join(folder, pinned.program)
    const { version, reason } = askVersion(program)
    if (version === pinned.version) return program
    if (reason) problem = `Node ${pinned.version} can't run on this machine (${reason})`
    const [, library, number] = /\b(lib\S+)\.so\.(\d+): cannot open/.exec(reason ?? '') ?? []
    if (library) help = `install ${library} (Debian and Ubuntu: apt install ${library}${number}), or `
  }
  throw new Error(
    `${problem}, and its own is ${process.version}. Please ${help}install Node ${needed} or newer: https://nodejs.org`,
  )
}

/**
 * Links the pinned Node, which older versions of npm don't do for a program called `node`. Skips one that can't run.
 */
async function linkPinnedNode(packages, tempFolder) {
  const pinned = findPinnedNode(packages)
  if (!pinned || process.platform === 'win32') return
  const link = join(tempFolder, 'node_modules/.bin/node')
  await rm(link, { force: true })
  if (versionOf(join(tempFolder, pinned.program))) await symlink(join('../..', pinned.program), link)
}

async function replaceModules(tempFolder) {
  const modules = join(root, 'node_modules')
  const isThere = await lstat(modules).catch(() => undefined)
  if (isThere) await rename(modules, join(tempFolder, 'replaced'))
  await rename(join(tempFolder, 'node_modules'), modules)
}

/** Creates a folder named after the process, and removes the leftovers of processes that no longer run. */
async function createTempFolder() {
  await mkdir(cache, { recursive: true })
  for (const name of await readdir(cache)) {
    const [, owner] = /^install-(\d+)-/.exec(name) ?? []
    if (owner && !isRunning(Number(owner))) await rm(join(cache, name), { recursive: true, force: true })
  }
  return mkdtemp(join(cache, `install-${process.pid}-`))
}

function isRunning(processId) {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
