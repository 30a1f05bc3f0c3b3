import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { build } from 'rolldown'
import type { Plugin, Rolldown } from 'vite'
import { startChunks } from './page-chunks.ts'

/** Builds the workers of app/web/worker/, with the names of the files that the offline worker caches. */
export function offlineWorker(): Plugin {
  return {
    name: 'offline-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const { entry, files } = filesToKeep(bundle)
        // File names contain a hash of the contents. index.html has an inline script, so its source is hashed.
        const page = bundle['index.html']
        const hash = createHash('sha256')
          .update(JSON.stringify(files))
          .update(await readFile('app/web/worker/offline-worker.ts'))
          .update(await readFile('app/web/worker/push-events.ts'))
        if (page?.type === 'asset') hash.update(page.source)
        const kept = { id: hash.digest('hex').slice(0, 12), entry, files }
        for (const name of ['offline-worker', 'push-worker', 'retired-worker']) {
          this.emitFile({
            type: 'asset',
            fileName: `workers/${name}.js`,
            source: await builtWorker(name, kept),
          })
        }
      },
    },
  }
}

async function builtWorker(name: string, kept: object): Promise<string> {
  const { output } = await build({
    input: `app/web/worker/${name}.ts`,
    transform: { define: { build: JSON.stringify(kept) } },
    write: false,
    output: { format: 'iife', minify: true },
  })
  return output[0].code
}

/** The scripts, styles and drawings of Home, of the parts opened from it and of the sign-in page, and the fonts. */
function filesToKeep(bundle: Rolldown.OutputBundle): { entry: string; files: string[] } {
  const { entry, chunks } = startChunks(bundle)
  const styles = chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
  const images = chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedAssets ?? [])])
  const fonts = Object.keys(bundle).filter(file => file.endsWith('.woff2'))
  const files = [...chunks.map(({ fileName }) => fileName), ...new Set([...styles, ...images]), ...fonts]
  return { entry: `/${entry.fileName}`, files: files.map(file => `/${file}`) }
}
