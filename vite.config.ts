import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/* The first that know light-dark(), with which the tokens are written. */
const browsers = ['chrome123', 'edge123', 'firefox120', 'safari17.5', 'ios17.5']
const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000'

/* What the pages share comes in a few files instead of dozens: over HTTP/1.1 only six are on their way at once.
   The libraries that every page needs keep their hash, and so stay in the browser's cache, from release to release. */
const chunks = [
  {
    name: 'libraries',
    test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|clsx|zod|@tanstack\/(react-|query-|router-)?(core|query|router|store|history))\//,
    priority: 2,
  },
  {
    name: 'basics',
    test: /\/(domain|web\/(api|lib|ui\/(avatar|badge|banner|button|card|empty-state|error-state|field|illustration|input|segmented|skeleton|spinner|visually-hidden)))\b/,
    minShareCount: 3,
    priority: 1,
  },
]

export default defineConfig({
  root: 'web',
  plugins: [react(), babel({ presets: [reactCompilerPreset()] }), tailwindcss(), preloadFonts()],
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    sourcemap: false,
    target: 'es2023',
    cssTarget: browsers,
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
  // web/api/ holds modules of the page, which Vite serves itself.
  server: { host: '127.0.0.1', proxy: { '^/api/(?!.*\\.ts(\\?|$))': { target: api } } },
})

/** The page asks for its fonts at once, under their hashed names, not only when the style sheet has come. */
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
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
            injectTo: 'head-prepend' as const,
          })),
    },
  }
}
