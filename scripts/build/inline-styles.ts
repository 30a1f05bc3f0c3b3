import type { Plugin } from 'vite'

/**
 * Inlines the style sheet of all pages into index.html. As a separate file it would take another request, and nothing
 * would be painted before its response. Browsers cache it with index.html, which they revalidate by its ETag.
 */
export function inlineStyles(): Plugin {
  const styles: string[] = []
  return {
    name: 'inline-styles',
    apply: 'build',
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter(item => item.type === 'chunk')
        const entry = chunks.find(({ moduleIds }) => moduleIds.some(id => id.endsWith('/app/web/main.tsx')))
        for (const name of entry?.viteMetadata?.importedCss ?? []) {
          const file = bundle[name]
          if (file?.type !== 'asset') continue
          styles.push(String(file.source))
          delete bundle[name]
          for (const { viteMetadata } of chunks) viteMetadata?.importedCss.delete(name)
        }
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler: () =>
        styles.splice(0).map(children => ({ tag: 'style', children, injectTo: 'head' as const })),
    },
  }
}
