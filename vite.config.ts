import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { bootScript } from './scripts/build/boot-script.ts'
import { browserContract } from './scripts/build/browser-contract.ts'
import { chunkGroups } from './scripts/build/chunks.ts'
import { directIcons } from './scripts/build/direct-icons.ts'
import { inlineStyles } from './scripts/build/inline-styles.ts'
import { joinedRuntime } from './scripts/build/joined-runtime.ts'
import { noCircles } from './scripts/build/no-circles.ts'
import { offlineWorker } from './scripts/build/offline-worker.ts'
import { placeholders } from './scripts/build/placeholders.ts'

/* The first that know light-dark(), with which the tokens are written. */
const browsers = ['chrome123', 'edge123', 'firefox120', 'safari17.5', 'ios17.5']
const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000'

/* What the compiler adds is a fifth of our script. It saves drawing anew what pages and features show; the design system and
   the frame of the pages are drawn with them or not at all, as are Home's controls, and what stands in for something hardly twice; alerts are few. */
const isWorthMemoizing = (file: string) =>
  !/\/web\/(ui|app|features\/alerts)\/|-skeleton\.tsx$|\/kit\/entrance\.tsx$|\/home\/(list-states|view-switch|sort-controls)\.tsx$/.test(
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
    joinedRuntime(),
    inlineStyles(),
    preloadFonts(),
    placeholders(),
    bootScript(),
    offlineWorker(),
    noCircles(),
  ],
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    sourcemap: false,
    // All of them know it; without it the entry has nothing of its own.
    modulePreload: { polyfill: false },
    target: 'es2023',
    cssTarget: browsers,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
  // web/api/ holds modules of the page, which Vite serves itself.
  server: { host: '127.0.0.1', proxy: { '^/api/(?!.*\\.ts(\\?|$))': { target: api } } },
})

/**
 * The page asks for its fonts while it is read: a text that asks for one is otherwise painted before the browser has looked
 * into its cache. After the scripts, for which people wait longer.
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
