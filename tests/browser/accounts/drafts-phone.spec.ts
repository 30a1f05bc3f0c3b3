import { expect, test } from '../support/fixtures.ts'

test('what was typed in a tab that was ended while hidden is there in the next one, for its owner alone, until it is submitted', async ({
  page,
  context,
  admin,
  newPerson,
  signInAs,
}) => {
  const person = await newPerson({ role: 'super-user' })
  const [restaurant] = await (await admin.get('/api/restaurants')).json()
  await signInAs(person)
  await page.goto(`/?rate=${restaurant.id}`)
  const comment = page.getByLabel('Comment')
  await page.getByRole('radio', { name: '4 stars' }).press('Space')
  await comment.fill('The soup')
  // A browser that ends a hidden tab restores it with this.
  const kept = await page.evaluate(() => {
    window.dispatchEvent(new Event('visibilitychange'))
    return { ...sessionStorage }
  })
  const restore = async () => {
    const tab = await context.newPage()
    await tab.addInitScript(stored => {
      if (!sessionStorage.restored) Object.assign(sessionStorage, stored, { restored: 'yes' })
    }, kept)
    await tab.goto(`/?rate=${restaurant.id}`)
    return tab
  }
  const next = await restore()
  await expect(next.getByLabel('Comment')).toHaveValue('The soup')
  await expect(next.getByRole('radio', { name: '4 stars' })).toBeChecked()
  await next.getByRole('button', { name: 'Submit Rating' }).click()
  await expect(next.getByText('Rating submitted').first()).toBeVisible()
  await next.goto(`/?rate=${restaurant.id}`)
  await next.getByLabel('Comment').fill('The soup!')
  await next.reload()
  await expect(next.getByLabel('Comment')).toHaveValue('The soup!')

  await signInAs(await newPerson())
  const others = await restore()
  await expect(others.getByRole('dialog')).toBeVisible()
  await expect(others.getByLabel('Comment')).toHaveValue('')
})

test('stars that weren’t saved yet in Full Data Assist are there after a reload', async ({
  page,
  admin,
  signIn,
}) => {
  const { id } = await signIn({ role: 'super-user' })
  const [restaurant] = await (await admin.get('/api/restaurants?campusCode=arden')).json()
  await page.goto(`/full-data-assist?campusCode=arden&user=${id}`)
  const stars = page
    .getByRole('listitem')
    .filter({ hasText: restaurant.name })
    .first()
    .getByRole('radio', { name: '4 stars' })
  await stars.press('4')
  await expect(stars).toBeChecked()
  await page.reload()
  await expect(stars).toBeChecked()
  await expect(page.getByText(/^1 rating will be saved/)).toBeVisible()
})
