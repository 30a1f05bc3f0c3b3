/** Draws the home screen icons from app/web/public/favicon.svg. To be run after it has changed: `node scripts/icons.ts`. */
import { readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'

const folder = 'app/web/public/icons'
const art = await readFile('app/web/public/favicon.svg', 'utf8')
const background = /<rect [^>]*fill="([^"]+)"/.exec(art)?.[1] ?? 'white'

await draw('icon-192.png', 192, art)
await draw('icon-512.png', 512, art)
// Launchers crop maskable icons to their own shape. Only the inner four fifths are always visible.
await draw('maskable-192.png', 192, fullBleed(0.84))
await draw('maskable-512.png', 512, fullBleed(0.84))
// iOS rounds the corners itself, and shows transparent areas as black.
await draw('apple-touch-icon.png', 180, fullBleed(0.94))

async function draw(file: string, size: number, svg: string): Promise<void> {
  const image = sharp(Buffer.from(svg), { density: (72 * size) / 32 }).resize(size, size)
  await writeFile(`${folder}/${file}`, await image.png({ compressionLevel: 9, palette: true }).toBuffer())
}

/** The place setting, scaled down, on a background that fills the whole square. */
function fullBleed(scale: number): string {
  const shift = 16 * (1 - scale)
  const setting = art.replace(/<svg[^>]*>|<\/svg>|<title>.*?<\/title>|<rect [^>]*>/g, '')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="${background}"/><g transform="translate(${shift} ${shift}) scale(${scale})">${setting}</g></svg>`
}
