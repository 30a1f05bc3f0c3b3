/**
 * Updates the picture of README.md, with the demo's data: `npm run build`, then `node scripts/home-picture.ts`, late in
 * the morning in New York, or with a TIME_ZONE in which it is.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { demoPassword, demoSignIns } from '#features/installation/server/demo/demo-people.ts'
import { startServer } from '../tests/browser/support/server.ts'
import { chromiumArgs, findChromium } from './chromium.ts'
import { run } from './run.ts'

const DATA_DIR = await mkdtemp(join(tmpdir(), 'common-table-picture-'))
await run('node', ['scripts/demo.ts'], { env: { DATA_DIR } })
const server = await startServer({ DATA_DIR })
const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: chromiumArgs })
try {
  const laptop = await home(browser, { width: 1440, height: 900 })
  const phone = await home(browser, { width: 390, height: 844 })
  const page = await browser.newPage({ viewport: { width: 1260, height: 765 } })
  await page.setContent(`
    <body style="margin: 0; background: #efe3d3">
      <img src="${laptop}" style="position: absolute; left: 37px; top: 45px; width: 1080px; border-radius: 14px">
      <img src="${phone}" style="position: absolute; right: 35px; bottom: 28px; width: 254px; border: 6px solid #38281f; border-radius: 28px">`)
  await page.screenshot({ path: 'docs/pictures/home.png' })
} finally {
  await browser.close()
  await server.stop()
  await rm(DATA_DIR, { recursive: true, force: true })
}

/** A screenshot of Home as the demo's user sees it, as a data URL. */
async function home(browser: Browser, viewport: { width: number; height: number }): Promise<string> {
  const page = await browser.newPage({ viewport, baseURL: server.origin, reducedMotion: 'reduce' })
  const email = demoSignIns.find(({ role }) => role === 'user')?.email
  await page.request.post('/api/login', { data: { email, password: demoPassword } })
  await page.goto('/?campus=arden')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  const list = page.getByRole('heading', { name: /^Arden Restaurants/ })
  await list.waitFor()
  const place = await list.boundingBox()
  // On the phone, scroll to the list, just below the header.
  if (viewport.width < 768 && place) await page.mouse.wheel(0, place.y - 70)
  // Wait for images and their placeholders, which load one after the other.
  await page.waitForTimeout(3_000)
  const png = await page.screenshot({ animations: 'disabled' })
  return `data:image/png;base64,${png.toString('base64')}`
}
