import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sampleMap } from '#tests/support/samples/sample-map.ts'
import { button, newRestaurant, toast } from '../support/administration.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'

test.use({ environment: { MAP_PMTILES: 'region.pmtiles' } })

test('the configuration page describes the map file, and a restaurant can be positioned on its map', async ({
  page,
  server,
  admin,
  signIn,
}) => {
  const arden = { latitude: 35.4637, longitude: -82.5354 }
  await signIn({ role: 'super-user' })
  await page.goto('/config')
  const panel = page.getByRole('region', { name: 'Map', exact: true })
  await expect(panel).toContainText('Can’t be used')
  await server.kill()
  await writeFile(join(server.dataDir, 'region.pmtiles'), sampleMap(arden))
  await server.start()
  await page.reload()
  await expect(panel).toContainText(/Streets up to zoom \d+, /)

  const { id } = await newRestaurant(admin)
  await page.goto(`/admin?section=restaurants&edit=${id}`)
  const form = page.getByRole('dialog')
  await button(form, 'Set on the map').click()
  const map = form.getByRole('region', { name: 'Position on the map' })
  await expect(map.locator('path').first()).toBeAttached()
  await button(form, 'Place the pin at the campus').click()
  await form.getByRole('application', { name: /^Pin/ }).press('ArrowUp')
  const latitude = form.getByLabel('Latitude')
  await expect.poll(async () => Number(await latitude.inputValue())).toBeGreaterThan(arden.latitude)
  await expectAccessible(page)
  await button(form, 'Save Restaurant').click()
  await expect(toast(page, 'Restaurant updated').first()).toBeVisible()
  const saved = await (await page.request.get(`/api/restaurants/${id}`)).json()
  expect(saved.longitude).toBe(arden.longitude)
  expect(saved.latitude).toBeGreaterThan(arden.latitude)
})
