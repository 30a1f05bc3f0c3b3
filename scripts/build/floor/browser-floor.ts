import type { Plugin, Rolldown } from 'vite'
import { newScriptFeatures } from './scripts.ts'
import { newStyleFeatures } from './styles.ts'

/**
 * Fails the build if a script or style uses what the oldest supported browsers lack. It reads what is sent to them, so
 * that libraries, and what the build itself has made older, count as they are.
 */
export function browserFloor(): Plugin {
  return {
    name: 'browser-floor',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const found = Object.values(bundle).flatMap(file =>
          newFeaturesOf(file).map(feature => `${feature} (${file.fileName})`),
        )
        if (found.length > 0)
          this.error(
            `Browsers listed in package.json lack ${found.join(', ')}. See docs/decisions/0046-the-build.md.`,
          )
      },
    },
  }
}

function newFeaturesOf(file: Rolldown.OutputBundle[string]): string[] {
  const code = file.type === 'chunk' ? file.code : String(file.source)
  const [, kind = ''] = /\.(js|css|html)$/.exec(file.fileName) ?? []
  if (kind === 'js') return newScriptFeatures(code)
  if (kind === 'css') return newStyleFeatures(code)
  if (kind !== 'html') return []
  return [
    ...inlined('script', code).flatMap(newScriptFeatures),
    ...inlined('style', code).flatMap(newStyleFeatures),
  ]
}

const inlined = (tag: string, html: string) =>
  [...html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(([, content = '']) => content)
