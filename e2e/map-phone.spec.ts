import { expect, expectAccessible, test } from './fixtures.ts'
import { cards } from './restaurants.ts'

test('a tap on the map says what is there and leads on to the details, which have a map of their own', async ({
  page,
  server,
  newPerson,
  signInAs,
}) => {
  const elsewhere: string[] = []
  page.on('request', request => {
    if (new URL(request.url()).origin !== server.origin) elsewhere.push(request.url())
  })
  await signInAs(await newPerson())
  await page.goto('/?campus=arden&view=map')
  const map = page.getByRole('region', { name: 'Map of restaurants near Arden' })
  const pin = map.getByRole('button', { name: /, (\d+\.\d miles|Distance unknown), / }).first()
  await pin.tap()
  const details = map.getByRole('link', { name: /^Details of/ })
  await expect(details).toBeVisible()
  const name = (await details.textContent())?.replace('Details of ', '') ?? ''
  await expectAccessible(page)
  await details.tap()

  const dialog = page.getByRole('dialog', { name })
  await dialog.getByRole('button', { name: 'Show on map' }).tap()
  const own = dialog.getByRole('region', { name: `Map of ${name} and the campus Arden` })
  await expect(own).toBeVisible()
  await expect(dialog.getByRole('link', { name: /^Open in maps/ })).toHaveAttribute(
    'href',
    /^https:\/\/www\.openstreetmap\.org\/\?mlat=35\.\d+&mlon=-82\.\d+/,
  )
  await expectAccessible(page)
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(map).toBeVisible()
  await page.getByRole('button', { name: /See (it|them) in the list/ }).tap()
  await expect(cards(page).first()).toBeVisible()
  expect(elsewhere).toEqual([])
})
