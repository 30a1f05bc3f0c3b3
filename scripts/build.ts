import { existsSync, rmSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compressFiles } from './build/compress.ts'
import { hashSources } from './build/sources.ts'
import { optionsOf } from './options.ts'

const stamp = '.cache/built-from'
const builtFrom = ['app/web', 'kit', 'features', 'scripts/build', 'vite.config.ts', 'package-lock.json']
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

if (import.meta.main) {
  const values = optionsOf({ 'if-changed': { type: 'boolean' } })
  if (!(await (values['if-changed'] ? buildIfChanged() : build()))) process.exitCode = 1
}

/** Builds the web application unless the last build was of the same sources. Prints why if that fails. */
export async function buildIfChanged(): Promise<boolean> {
  const hash = await hashSources(builtFrom)
  const isBuilt = existsSync('dist/index.html') && (await readFile(stamp, 'utf8').catch(() => '')) === hash
  return isBuilt || build(hash)
}

async function build(hash?: string): Promise<boolean> {
  const start = performance.now()
  const environment = { ...process.env }
  console.log('Building the web application …')
  const tempFolder = `.cache/build-${process.pid}`
  const remove = () => rmSync(tempFolder, { recursive: true, force: true })
  // An interrupted build cleans up too.
  const interrupt = () => process.exit(130)
  for (const signal of signals) process.once(signal, interrupt)
  process.once('exit', remove)
  try {
    const sources = hash ?? (await hashSources(builtFrom))
    await mkdir(tempFolder, { recursive: true })
    await buildInto(join(tempFolder, 'new'))
    await rm(stamp, { force: true })
    await replace('dist', join(tempFolder, 'new'), join(tempFolder, 'old'))
    await writeFile(stamp, sources)
    console.log(`Built in ${((performance.now() - start) / 1000).toFixed(1)} s`)
    return true
  } catch (error) {
    console.error(`\nThe web application could not be built. ${(error as Error).message}`)
    return false
  } finally {
    // Vite sets NODE_ENV and others for itself; a server that starts afterwards must not get them.
    for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
    Object.assign(process.env, environment)
    remove()
    process.off('exit', remove)
    for (const signal of signals) process.off(signal, interrupt)
  }
}

async function buildInto(folder: string): Promise<void> {
  // Vite takes a quarter of a second to load, so load it only if there is something to build.
  const vite = await import('vite')
  await vite.build({
    logLevel: 'warn',
    build: {
      outDir: join(process.cwd(), folder),
      emptyOutDir: true,
      // Slow plugins are not worth a warning to users who just start the application.
      rolldownOptions: { checks: { pluginTimings: false } },
    },
  })
  await compressFiles(folder)
}

/** Keeps the old build until the new one is complete. If another build runs at the same time, the later one wins. */
async function replace(target: string, by: string, old: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    if (existsSync(target)) await rename(target, `${old}-${attempt}`).catch(() => undefined)
    try {
      return await rename(by, target)
    } catch (error) {
      if (attempt === 3) throw error
    }
  }
}
