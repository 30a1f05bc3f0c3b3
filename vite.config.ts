import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { bootScript } from './scripts/build/boot-script.ts'
import { browserContract } from './scripts/build/browser-contract.ts'
import { chunkGroups } from './scripts/build/chunks.ts'
import { directIcons } from './scripts/build/direct-icons.ts'
import { failOnImportCycle } from './scripts/build/fail-on-import-cycle.ts'
import { inlineStyles } from './scripts/build/inline-styles.ts'
import { mergeRuntime } from './scripts/build/merge-runtime.ts'
import { offlineWorker } from './scripts/build/offline-worker.ts'
import { placeholders } from './scripts/build/placeholders.ts'

/* The first versions that support light-dark(), which the design tokens use. */
const browsers = ['chrome123', 'edge123', 'firefox120', 'safari17.5', 'ios17.5']
const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000'

/* The React Compiler's output makes up a fifth of our script. It pays off for pages and features, which would re-render
   often. The design system, the page frame and Home's controls render with them or not at all, skeletons rarely render
   twice, and alerts are few. */
const isWorthMemoizing = (file: string) =>
  !/\/web\/(ui|app|features\/alerts)\/|-skeleton\.tsx$|\/kit\/auth-layout\.tsx$|\/home\/(list-states|view-switch|sort-controls)\.tsx$/.test(
    file,
  )

export default defineConfig({
  root: 'web',
  plugins: [
    browserContract(),
    directIcons(),
    react(),
    babel({ presets: [reactCompilerPreset({ sources: isWorthMemoizing })] }),
    tailwindcss(),
    mergeRuntime(),
    inlineStyles(),
    preloadFonts(),
    placeholders(),
    bootScript(),
    offlineWorker(),
    failOnImportCycle(),
  ],
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    sourcemap: false,
    // All supported browsers have modulepreload. Without the polyfill, the entry chunk has no code of its own.
    modulePreload: { polyfill: false },
    target: 'es2023',
    cssTarget: browsers,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
  // The modules in web/api/ are client code: Vite serves them itself.
  server: { host: '127.0.0.1', proxy: { '^/api/(?!.*\\.ts(\\?|$))': { target: api } } },
})

/**
 * Preloads the fonts: the browser would otherwise paint text that needs them before it has checked its cache. They load
 * after the scripts, which users wait for longer.
 */
function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter(file => file.endsWith('.woff2'))
          .map(file => ({
            tag: 'link',
            attrs: {
              rel: 'preload',
              as: 'font',
              type: 'font/woff2',
              href: `/${file}`,
              crossorigin: '',
              fetchpriority: 'low',
            },
            injectTo: 'head' as const,
          })),
    },
  }
}
