import { existsSync, rmSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compressFiles } from './build/compress.ts'
import { hashSources } from './build/sources.ts'
import { optionsOf } from './options.ts'

const values = optionsOf({ 'if-changed': { type: 'boolean' } })
const stamp = '.cache/built-from'
const sources = await hashSources([
  'web',
  'contract',
  'domain',
  'scripts/build',
  'vite.config.ts',
  'package-lock.json',
])

// An interrupted build cleans up too.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
if (!values['if-changed'] || !(await isBuiltFrom(sources))) {
  await build().catch(error => {
    console.error(`\nThe web application could not be built. ${error.message}`)
    process.exitCode = 1
  })
}

async function build(): Promise<void> {
  const start = performance.now()
  console.log('Building the web application …')
  const tempFolder = `.cache/build-${process.pid}`
  process.once('exit', () => rmSync(tempFolder, { recursive: true, force: true }))
  await mkdir(tempFolder, { recursive: true })
  await buildInto(join(tempFolder, 'new'))
  await rm(stamp, { force: true })
  await replace('dist', join(tempFolder, 'new'), join(tempFolder, 'old'))
  await writeFile(stamp, sources)
  console.log(`Built in ${((performance.now() - start) / 1000).toFixed(1)} s`)
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

async function isBuiltFrom(hash: string): Promise<boolean> {
  if (!existsSync('dist/index.html')) return false
  return (await readFile(stamp, 'utf8').catch(() => '')) === hash
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
