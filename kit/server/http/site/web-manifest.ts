import type { FastifyInstance } from 'fastify'
import type { Config } from '#kit/server/config/config.ts'

/** What this installation is, in one sentence. */
export const describeSite = ({ orgName }: Pick<Config, 'orgName'>): string =>
  `Where the staff of ${orgName} decide where to have lunch.`

/** Serves what a phone needs to put the application on its home screen: https://www.w3.org/TR/appmanifest/ */
export function serveWebManifest(app: FastifyInstance, config: Config): void {
  const { appName } = config
  const options = { config: { access: 'public' } } as const
  const manifest = JSON.stringify({
    id: '/',
    name: appName,
    description: describeSite(config),
    lang: 'en-US',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    // The paper color of kit/web/ui/styles/tokens.css, which app/web/index.html has too.
    theme_color: '#fbf5ea',
    background_color: '#fbf5ea',
    color_scheme_dark: { theme_color: '#19120e', background_color: '#19120e' },
    icons: [
      icon('icon-192.png', '192x192', 'any'),
      icon('icon-512.png', '512x512', 'any'),
      icon('maskable-192.png', '192x192', 'maskable'),
      icon('maskable-512.png', '512x512', 'maskable'),
    ],
    shortcuts: [
      { name: 'Decide for me', url: '/?decide=now', icons: [icon('icon-192.png', '192x192', 'any')] },
      { name: 'Today', url: '/#today', icons: [icon('icon-192.png', '192x192', 'any')] },
    ],
  })
  app.get('/manifest.webmanifest', options, async (_request, reply) =>
    reply.type('application/manifest+json').header('cache-control', 'no-cache').send(manifest),
  )
}

// Drawn by scripts/icons.ts.
const icon = (file: string, sizes: string, purpose: 'any' | 'maskable') => ({
  src: `/icons/${file}`,
  sizes,
  type: 'image/png',
  purpose,
})
