import type { Page } from '@playwright/test'
import type { Lunch } from '#features/lunches/contract.ts'
import type { PushOccasion } from '#features/lunches/server/news/notify.ts'
import { pushText } from '#features/lunches/server/news/push-texts.ts'
import { expect } from '../support/fixtures.ts'
import { anotherScreen, inMinutes, startLunch, test, zone } from '../support/lunches.ts'
import { deliver, notificationsOf, subscribeLocally, tapNotification } from '../support/push.ts'
import { restaurantsNear } from '../support/restaurants.ts'

test.use({ serviceWorkers: 'allow' })

/** Delivers what the server says of a lunch as it is at this moment. */
async function notify(page: Page, occasion: PushOccasion, { id }: Lunch): Promise<string> {
  const lunch: Lunch = await (await page.request.get(`/api/lunches/${id}`)).json()
  const facts = {
    ...lunch,
    decidedName: lunch.decision?.name ?? null,
    decidedHow: lunch.decision?.how ?? null,
    peopleCount: lunch.people.length,
    hostName: lunch.host && `${lunch.host.firstName} ${lunch.host.lastName}`,
  }
  const text = pushText(occasion, facts, { now: new Date(), timeZone: zone })
  const navigate = `${new URL(page.url()).origin}/?lunch=${id}`
  await deliver(page, { web_push: 8030, notification: { ...text, tag: `lunch-${id}`, navigate } })
  return text.title
}

test('what a phone was told doesn’t contradict the open app: cancelled meanwhile, drawn, and after leaving', async ({
  page,
  context,
  browser,
  server,
  ana,
  ben,
  signInAs,
}) => {
  await subscribeLocally(context)
  await signInAs(ben)
  await page.goto('/?campus=arden')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null))
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('no service worker')
  const shown = await notificationsOf(worker)
  const titles = async () => (await shown()).map(({ title }) => title)
  const anas = await anotherScreen(browser, server, ana)
  const [one, two] = await restaurantsNear(page, 'arden')
  const dialog = page.getByRole('dialog', { name: /^Lunch at/ })
  const join = ({ id }: Lunch) => page.request.post(`/api/lunches/${id}/people`, { data: {} })

  // Cancelled in the second in which its notice arrives: the later one replaces it, and both lead to the same page.
  const lunch = await startLunch(anas.request, { restaurantIds: [one?.id], leavesAt: inMinutes(12) })
  await join(lunch)
  await Promise.all([notify(page, 'leaving', lunch), anas.request.delete(`/api/lunches/${lunch.id}`)])
  const cancelled = await notify(page, 'cancelled', lunch)
  await expect.poll(titles).toEqual([cancelled])
  expect(cancelled).toContain(one?.name)
  await tapNotification(worker)
  await expect(dialog.getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(dialog).toContainText(one?.name ?? '')
  await page.keyboard.press('Escape')
  await worker.evaluate(async () => {
    for (const each of await (
      self as unknown as { registration: ServiceWorkerRegistration }
    ).registration.getNotifications())
      each.close()
  })

  // A drawn vote: the page has drawn the same place, and the number of people follows those who leave.
  const vote = await startLunch(anas.request, { restaurantIds: [one?.id, two?.id], leavesAt: inMinutes(40) })
  await join(vote)
  expect((await anas.request.post(`/api/lunches/${vote.id}/decision`, { data: {} })).ok()).toBe(true)
  const drawn = await notify(page, 'decided', vote)
  await expect.poll(titles).toEqual([drawn])
  await tapNotification(worker)
  const decided: Lunch = await (await page.request.get(`/api/lunches/${vote.id}`)).json()
  expect(drawn).toMatch(/^A tie, and the draw picked/)
  expect(drawn).toContain(decided.decision?.name)
  await expect(
    dialog.getByRole('region', { name: 'Place' }).getByText(decided.decision?.name ?? '', { exact: true }),
  ).toBeVisible()
  await expect(dialog.getByText('2 people are in')).toBeVisible()
  await anas.request.delete(`/api/lunches/${vote.id}/people`)
  await expect(dialog.getByText('1 person is in')).toBeVisible()
  await notify(page, 'leaving', vote)
  await expect
    .poll(async () => (await shown()).map(({ body }) => body))
    .toEqual([expect.stringMatching(/ · 1 is going$/)])
  await anas.context().close()
})
