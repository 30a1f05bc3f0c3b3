// On one engine: HTTP.
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { startApp } from '#tests/support/start-app.ts'

const app = await startApp({ APP_NAME: 'Lunch at “St. Anne’s”' })
const response = await app.as(null).fetch('/manifest.webmanifest')

interface Icon {
  src: string
  sizes: string
  type: string
  purpose: string
}

const manifest = (await response.json()) as { icons: Icon[]; shortcuts: { icons: Icon[] }[] }

test('the manifest names the installation and opens Home in its own window', () => {
  expect(response.headers.get('content-type')).toMatch(/^application\/manifest\+json/)
  expect(manifest).toMatchObject({
    id: '/',
    name: 'Lunch at “St. Anne’s”',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    shortcuts: [
      { name: 'Decide for me', url: '/?decide=now' },
      { name: 'Today', url: '/#today' },
    ],
  })
})

test('the manifest has the light and dark colors of the page', async () => {
  const page = await readFile('app/web/index.html', 'utf8')
  const [light, dark] = [...page.matchAll(/name="theme-color".*content="(.*?)"/g)].map(([, color]) => color)
  expect(manifest).toMatchObject({
    theme_color: light,
    background_color: light,
    color_scheme_dark: { theme_color: dark, background_color: dark },
  })
})

test('the manifest is asked for with cookies, which a proxy with its own sign-in wants', async () => {
  const page = await readFile('app/web/index.html', 'utf8')
  expect(page).toMatch(/<link rel="manifest" href="\/manifest\.webmanifest" crossorigin="use-credentials"/)
})

test('each icon of the manifest has its declared size and type, and some are maskable', async () => {
  const icons = [...manifest.icons, ...manifest.shortcuts.flatMap(shortcut => shortcut.icons)]
  for (const purpose of ['any', 'maskable'])
    for (const sizes of ['192x192', '512x512'])
      expect(icons).toContainEqual(expect.objectContaining({ purpose, sizes }))
  for (const { src, sizes, type, purpose } of icons) {
    const picture = await pictureAt(src)
    const { width, height, format } = await picture.metadata()
    expect({ sizes: `${width}x${height}`, type: `image/${format}` }).toEqual({ sizes, type })
    if (purpose === 'maskable') expect((await picture.stats()).isOpaque).toBe(true)
  }
})

test('the icon for iOS, which would show transparent pixels as black, has none', async () => {
  const picture = await pictureAt('/icons/apple-touch-icon.png')
  expect(await picture.metadata()).toMatchObject({ width: 180, height: 180 })
  expect((await picture.stats()).isOpaque).toBe(true)
})

// As everywhere on this server, pictures are decoded from memory only.
const pictureAt = async (path: string) => sharp(await readFile(`app/web/public${path}`))
