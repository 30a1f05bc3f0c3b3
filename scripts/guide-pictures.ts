/** Updates the pictures of docs/guide.md (fictional places): `npm run build`, then `node scripts/guide-pictures.ts`. */
import { chromium, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { startFakeCensus } from '#tests/support/services/fake-census.ts'
import { startFakeOverpass } from '#tests/support/services/fake-overpass.ts'
import { primaryAdmin, startServer } from '../tests/browser/support/server.ts'
import { chromiumArgs, findChromium } from './chromium.ts'

const names = [
  'Blue Door',
  'Maple Table',
  'Old Mill Kitchen',
  'Noodle Lane',
  'The Green Fork',
  'Harvest Corner',
]
const cuisines = ['american', 'sandwich', 'barbecue', 'noodle', 'vegetarian', 'coffee_shop']
const places = names.map((name, index) => ({
  type: 'node',
  id: index + 1,
  lat: 35.4637 + index / 400,
  lon: -82.5254 - index / 600,
  tags: {
    name,
    amenity: 'restaurant',
    cuisine: cuisines[index] ?? '',
    opening_hours: 'Mo-Sa 11:00-21:00',
    phone: `+1 828 555 010${index}`,
    'addr:housenumber': String(10 + index * 7),
    'addr:street': 'Sample Street',
    'addr:city': 'Arden',
    'addr:state': 'NC',
    'addr:postcode': '28704',
  },
}))
const file = [
  'name,address,category,phone,website',
  '"Maple Table","17 Sample Street, Arden, NC 28704",,,',
  '"Sunny Side Diner","45 Example Road, Suite 2, Arden, NC 28704",Diner,,',
  '"The Hidden Barn","Behind the old barn, Arden, NC 28704",Barbecue,,',
].join('\n')

const census = await startFakeCensus({
  '17 Sample Street': { latitude: 35.4662, longitude: -82.5254 },
  '45 Example Road': { latitude: 35.4702, longitude: -82.5254 },
})
const overpass = await startFakeOverpass()
overpass.known.elements = places
const server = await startServer({ ...census.environment, OVERPASS_URL: overpass.url, STARTER_DATA: 'none' })
const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: chromiumArgs })
try {
  const viewport = { width: 1180, height: 1020 }
  const page = await browser.newPage({ viewport, baseURL: server.origin, reducedMotion: 'reduce' })
  await page.request.post('/api/login', { data: primaryAdmin })
  const multipart = {
    campusCode: 'arden',
    file: { name: 'ours.csv', mimeType: 'text/csv', buffer: Buffer.from(file) },
  }
  await page.request.post('/api/import/csv', { multipart })
  await waitForRecalculation(page)

  await page.goto('/admin?section=import&tab=osm')
  await page.getByRole('tab', { name: 'OpenStreetMap' }).click()
  await page.getByLabel('Campus', { exact: true }).selectOption({ label: 'Arden' })
  await page.getByRole('button', { name: 'Find new places' }).click()
  await page.getByText('Blue Door').first().waitFor()
  await page.getByRole('checkbox', { name: 'Select all' }).first().check()
  await picture(page, 'places')

  await page.getByRole('button', { name: 'Compare ours' }).click()
  await page.getByRole('heading', { name: 'Maple Table' }).waitFor()
  await page.getByRole('checkbox', { name: 'All missing values' }).check()
  await picture(page, 'differences')

  await page.goto('/admin?section=distances')
  await page.getByRole('link', { name: 'Edit The Hidden Barn' }).waitFor()
  await picture(page, 'distances')

  await page.getByRole('link', { name: 'Edit The Hidden Barn' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Restaurant Details' })
  await form.getByLabel('Latitude', { exact: true }).fill('35.4702')
  await form.getByLabel('Longitude', { exact: true }).fill('-82.5301')
  await form.getByRole('button', { name: 'Set on the map' }).click()
  await form.getByRole('application', { name: /^Pin/ }).waitFor()
  await form.getByRole('group', { name: 'Position' }).scrollIntoViewIfNeeded()
  await picture(form, 'position')
  await notifications()
} finally {
  await browser.close()
  await server.stop()
  await census.stop()
  await overpass.stop()
}

/** The section in the profile, on a phone. */
async function notifications(): Promise<void> {
  const phone = await browser.newContext({ viewport: { width: 390, height: 1100 }, baseURL: server.origin })
  // A browser without a screen denies them.
  await phone.addInitScript({
    content: "Object.defineProperty(Notification, 'permission', { get: () => 'default' })",
  })
  const page = await phone.newPage()
  await page.request.post('/api/login', { data: primaryAdmin })
  await page.goto('/profile/edit')
  const section = page.getByRole('region', { name: 'Notifications', exact: true })
  await section.getByRole('switch', { name: 'Notify me on this device' }).waitFor()
  await picture(section, 'notifications')
}

async function waitForRecalculation(page: Page): Promise<void> {
  const address = '/api/admin/restaurants/recalculate-distances'
  for (let look = 0; look < 100; look += 1) {
    const { state } = await (await page.request.get(address)).json()
    if (state === 'Completed') return
    await page.waitForTimeout(100)
  }
  throw new Error('The recalculation did not end')
}

async function picture(of: Page | Locator, name: string): Promise<void> {
  const png = await of.screenshot({ animations: 'disabled' })
  await sharp(png)
    .resize({ width: 900, withoutEnlargement: true })
    .webp({ quality: 72 })
    .toFile(`docs/pictures/guide-${name}.webp`)
}
