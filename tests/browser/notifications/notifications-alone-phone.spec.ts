import { expect, test } from '../support/fixtures.ts'
import { deliver, notificationsOf, subscribeLocally } from '../support/push.ts'

test.use({ serviceWorkers: 'allow', environment: { OFFLINE_WORKER: 'off' } })

test('without the offline worker, notifications work, nothing is kept in the browser, and the worker goes with them', async ({
  page,
  context,
  signIn,
}) => {
  await subscribeLocally(context)
  await signIn()
  const workers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
  await page.goto('/profile/edit')
  const here = page.getByRole('switch', { name: 'Notify me on this device' })
  await here.scrollIntoViewIfNeeded()
  await expect(here).not.toBeChecked()
  expect(await workers(), 'nobody who gets no notifications has one').toBe(0)
  await here.click()
  await expect(here).toBeChecked()

  await page.reload()
  await here.scrollIntoViewIfNeeded()
  await expect(here).toBeChecked()
  expect(await workers()).toBe(1)
  expect(await page.evaluate(() => caches.keys())).toEqual([])
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('no service worker')
  const shown = await notificationsOf(worker)
  const visible = { title: 'Leaves at 12:05', body: 'Pho Vinh · 3 are going', tag: 'lunch-12' }
  const navigate = `${new URL(page.url()).origin}/?lunch=12`
  await deliver(page, { web_push: 8030, notification: { ...visible, navigate } })
  await expect.poll(shown).toEqual([visible])

  await here.click()
  await expect(here).not.toBeChecked()
  await page.reload()
  await expect.poll(workers).toBe(0)
})
