import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { bootScript } from './scripts/build/boot-script.ts'
import { browserContract } from './scripts/build/browser-contract.ts'
import { failOnImportCycle } from './scripts/build/fail-on-import-cycle.ts'
import { browserFloor } from './scripts/build/floor/browser-floor.ts'
import { buildTargets } from './scripts/build/floor/targets.ts'
import { inlineStyles } from './scripts/build/inline-styles.ts'
import { offlineWorker } from './scripts/build/offline-worker.ts'
import { placeholders } from './scripts/build/placeholders.ts'

const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000'

/* The files that are loaded together, each with everything its folder needs. The rest is split as it is loaded. What
   opens later, such as the map, lies in a folder of its own (app/web/home/lazy). */
const groups = [
  // The first script, with React and the other libraries that everything uses. With the field, the write hook and
  // others that both Home and the sign-in need: otherwise one of them would load the other's file for it.
  {
    name: 'application',
    test: /\/(app\/web\/main|kit\/web\/(forms\/field|api\/use-write|router\/search-params))\.tsx?$|\/artwork\.svg/,
    priority: 3,
  },
  // Home, and the frame around the pages of all signed-in users.
  {
    name: 'home',
    test: /\/(app\/web(\/frame|\/home)?|kit\/web\/api)\/[\w-]+\.tsx?$|\/web\/(viewer|campus-name|use-restaurant)\.ts$/,
    priority: 2,
  },
  { name: 'sign-in', test: /\/app\/web\/auth\/sign-in-/, priority: 3 },
  // Otherwise each icon that two parts show would be a file.
  { name: 'icons', test: /\/lucide-react\//, minShareCount: 2, priority: 2 },
  // Dialogs, inputs and tables, which are in most of the rest; without forms, which bring the schemas.
  {
    name: 'parts',
    test: /\/kit\/web\/(ui|overlays|loading|forms)\/(?!form-dialog|fields|form\.|edit-conflict|use-)[\w/-]+\.tsx$/,
    minShareCount: 9,
    priority: 2,
  },
  // What a restaurant's address opens, with what else is shown about ratings.
  { name: 'details', test: /\/app\/web\/restaurant\/restaurant-dialogs\.tsx$/, priority: 1 },
  // The frame and the lists of Command Mode, without what only its other sections show.
  {
    name: 'administration',
    test: /\/(app\/web\/admin|kit\/web\/(list|section))\/(?!picker|panel|facts|connection-test|status-badge|action-bar)[^/]+$|\/web\/(admin\/restaurant-count|campus-filter|use-export|undo-toast)\.tsx?$/,
    priority: 0,
  },
]

export default defineConfig({
  root: 'app/web',
  plugins: [
    browserContract(),
    react({ compiler: true }),
    tailwindcss(),
    inlineStyles(),
    preloadFonts(),
    placeholders(),
    bootScript(),
    offlineWorker(),
    failOnImportCycle(),
    browserFloor(),
  ],
  build: {
    outDir: '../../dist',
    emptyOutDir: true,
    sourcemap: false,
    // All supported browsers have modulepreload. Without the polyfill, the entry chunk has no code of its own.
    // Code that is loaded later is fetched by kit/web/lazy/load-code.ts, which needs only its styles loaded by Vite.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, dependencies, { hostType }) =>
        hostType === 'js' ? dependencies.filter(file => file.endsWith('.css')) : dependencies,
    },
    target: buildTargets,
    rolldownOptions: {
      output: {
        codeSplitting: { groups },
        // V8 compiles these at once in the background, and not function by function while the page starts or a
        // restaurant opens: https://v8.dev/blog/explicit-compile-hints
        postBanner: ({ name }) =>
          /^(application|home|details|parts)$/.test(name) ? '//# allFunctionsCalledOnLoad' : '',
      },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api/': { target: api } } },
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
