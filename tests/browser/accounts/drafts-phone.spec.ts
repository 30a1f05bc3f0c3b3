import { newRestaurant } from '../support/administration.ts'
import { expect, test } from '../support/fixtures.ts'

test('a draft outlives its tab, for its owner, until submitted', async ({ page, context, admin, signIn }) => {
  const { id } = await newRestaurant(admin)
  await signIn()
  await page.goto(`/?rate=${id}`)
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
    await tab.goto(`/?rate=${id}`)
    return tab
  }
  const next = await restore()
  await expect(next.getByLabel('Comment')).toHaveValue('The soup')
  await expect(next.getByRole('radio', { name: '4 stars' })).toBeChecked()
  await next.getByRole('button', { name: 'Submit Rating' }).click()
  await expect(next.getByText('Rating submitted').first()).toBeVisible()
  await next.goto(`/?rate=${id}`)
  await next.getByLabel('Comment').fill('The soup!')
  await next.reload()
  await expect(next.getByLabel('Comment')).toHaveValue('The soup!')

  await signIn()
  const others = await restore()
  await expect(others.getByRole('dialog')).toBeVisible()
  await expect(others.getByLabel('Comment')).toHaveValue('')
})
