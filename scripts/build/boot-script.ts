import { build } from 'rolldown'
import type { Plugin, Rolldown } from 'vite'
import { browserContract } from './browser-contract.ts'
import { pageChunks } from './page-chunks.ts'

const place = '<!-- boot -->'
const entryTag = /<script type="module" crossorigin src="([^"]+)"><\/script>/g

/** Inlines app/web/boot.ts into index.html, with the names of the entry script and of the scripts that each page needs. */
export function bootScript(): Plugin {
  return {
    name: 'boot-script',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        // If the entry only imports others, Vite names these instead, in their order.
        const entry = [...html.matchAll(entryTag)].at(-1)?.[1] ?? null
        if (bundle && !entry) throw new Error('index.html names no script to start')
        const { output } = await build({
          input: 'app/web/boot.ts',
          external: entry ?? [],
          plugins: [browserContract()],
          transform: {
            define: {
              pageScripts: JSON.stringify(bundle ? scriptsOfPages(bundle) : {}),
              entryScript: JSON.stringify(entry),
            },
          },
          write: false,
          output: { format: 'iife', minify: true },
        })
        return html
          .replace(entryTag, '<link rel="modulepreload" crossorigin href="$1">')
          .replace(place, () => `<script>${output[0].code.trim()}</script>`)
      },
    },
  }
}

/** The scripts needed besides those in index.html, by the path of the page or the name of the part opened in it. */
function scriptsOfPages(bundle: Rolldown.OutputBundle): Record<string, string[]> {
  const { pages, parts } = pageChunks(bundle)
  return Object.fromEntries(
    [...pages, ...parts].map(({ path, needed }) => [path, needed.map(({ fileName }) => `/${fileName}`)]),
  )
}
