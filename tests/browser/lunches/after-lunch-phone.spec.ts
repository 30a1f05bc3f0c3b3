import { markLunchDeparted, setSetting } from '../support/database.ts'
import { expect, expectAccessible, failRequests, holdRequests, test } from '../support/fixtures.ts'
import { startLunch } from '../support/lunches.ts'
import { cardOf, cards, restaurantsNear } from '../support/restaurants.ts'

const prompt = 'How was it?'

test('after a lunch a participant is asked how it was, one visit after the other, until “Not now”', {
  tag: '@main',
}, async ({ page, server, signIn }) => {
  await signIn()
  const [place, other] = await restaurantsNear(page, 'arden')
  if (!place || !other) throw new Error('no places')
  const { id } = await startLunch(page.request, { restaurantIds: [place.id] })
  markLunchDeparted(server, id, 46)
  const calls: string[] = []
  page.on('request', request => calls.push(new URL(request.url()).pathname))
  await page.goto(`/?campus=arden&restaurant=${other.id}`)
  const question = page.getByRole('region', { name: prompt })
  // A dialog hides it from assistive technology. Its data came with Home's own requests.
  await expect(page.getByLabel(prompt)).toBeAttached()
  await expect(page.getByRole('dialog', { name: other.name })).toBeVisible()
  await expect(question).toHaveCount(0)
  expect(calls.filter(path => path.startsWith('/api/visits'))).toEqual([])
  await page.keyboard.press('Escape')
  await expect(question.getByText(`${place.name}, `)).toBeVisible()
  await question.getByRole('radio', { name: '4 stars' }).press('Space')
  await expect(page.getByText(`You rated ${place.name} with 4 stars!`, { exact: true })).toBeVisible()
  await question.getByRole('button', { name: 'Add a word' }).click()
  const dialog = page.getByRole('dialog', { name: /rate|rating/i })
  await dialog.getByLabel(/comment/i).fill('Go early.')
  await dialog.getByRole('button', { name: 'Update Rating' }).click()
  await expect(dialog).toBeHidden()
  await expect(question).toBeHidden()

  // The next visit is asked about on any page.
  await page.request.post('/api/visits', { data: { restaurantId: other.id } })
  await page.goto('/profile?tab=visits')
  const visitOf = ({ name }: { name: string }) => page.getByRole('listitem').filter({ hasText: name })
  await expect(visitOf(place).getByText('Lunch', { exact: true })).toBeVisible()
  await expect(visitOf(other)).not.toContainText('Lunch')
  await expect(question.getByText(`${other.name}, `)).toBeVisible()
  await question.getByRole('button', { name: 'Not now' }).click()
  await expect(question).toBeHidden()
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await expect(page.getByRole('link', { name: other.name })).toBeVisible()
  await expect(question).toBeHidden()
})

test('a rejected answer is asked for again, arrow keys only move, and of two quick answers the last one counts', async ({
  page,
  signIn,
}) => {
  await signIn()
  const [place] = await restaurantsNear(page, 'arden')
  await page.request.post('/api/visits', { data: { restaurantId: place?.id } })
  const sent: unknown[] = []
  page.on('request', request => {
    if (request.url().includes('/api/ratings') && request.method() !== 'GET')
      sent.push(request.postDataJSON())
  })
  await failRequests(page, '**/api/ratings', 'No ink')
  await page.goto('/profile?tab=visits')
  const question = page.getByRole('region', { name: prompt })
  const stars = (count: number) => question.getByRole('radio', { name: `${count} star` })
  // They are disabled until the user's own rating is known.
  await expect(stars(1)).toBeEnabled()
  await stars(1).focus()
  for (const count of [2, 3, 4]) {
    await page.keyboard.press('ArrowRight')
    await expect(stars(count)).toBeFocused()
  }
  await expect(question.getByText('4 stars')).toBeVisible()
  await expectAccessible(page)
  expect(sent).toEqual([])
  await question.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByText('No ink', { exact: true })).toBeVisible()
  await expect(question.getByRole('button', { name: 'Not now' })).toBeVisible()
  await expect(question.getByRole('radio', { checked: true })).toHaveCount(0)

  await page.unroute('**/api/ratings')
  const release = await holdRequests(page, '**/api/ratings')
  await stars(4).press('Space')
  await stars(5).press('Space')
  release()
  await expect(question.getByText('You 5', { exact: true })).toBeVisible()
  await expect
    .poll(async () => (await page.request.get('/api/ratings')).json())
    .toMatchObject([{ restaurantId: place?.id, value: 5 }])
})

test('“We ate here” and “Not for me” work on details and cards, and can be undone', async ({
  page,
  signIn,
}) => {
  await signIn()
  const [place, other] = await restaurantsNear(page, 'arden')
  if (!place || !other) throw new Error('no places')
  await page.goto(`/?campus=arden&restaurant=${place.id}`)
  const details = page.getByRole('dialog', { name: place.name })
  await details.getByRole('button', { name: 'We ate here' }).click()
  await expect(details.getByText('You were here today')).toBeVisible()
  await expect(details.getByRole('button', { name: 'We ate here' })).toBeDisabled()
  await details.getByRole('button', { name: 'Not for me' }).click()
  await expect(page.getByText(`${place.name} is hidden`, { exact: true })).toBeVisible()
  await details.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('1 hidden')).toBeVisible()
  await expect(cardOf(page, place.name)).toBeHidden()

  // A card far below renders only its name until it is near the viewport.
  const choose = async (name: string, item: string) => {
    await cardOf(page, name).scrollIntoViewIfNeeded()
    await cardOf(page, name)
      .getByRole('button', { name: `More about ${name}` })
      .click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  // At the end of the page, where a toast lies above it at first.
  await page.getByRole('button', { name: 'Show', exact: true }).tap()
  await choose(place.name, 'Bring back to my list')
  await expect(page.getByText(/\d hidden/)).toBeHidden()
  await choose(place.name, 'We ate here')
  await expect(page.getByText('You ate here today already', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden()
  await choose(other.name, 'We ate here')
  await expect(page.getByText('Visit added', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Visit removed', { exact: true })).toBeVisible()
  const visits = await (await page.request.get('/api/visits')).json()
  expect(visits).toMatchObject([{ restaurantId: place.id }])
})

test('Decide For Me avoids recently visited places, and offers to ignore that', async ({
  page,
  server,
  signIn,
}) => {
  await signIn()
  setSetting(server, 'avoid_days', null)
  const [place] = await restaurantsNear(page, 'arden')
  await page.request.post('/api/visits', { data: { restaurantId: place?.id } })
  await page.goto(`/?campus=arden&q=${encodeURIComponent(place?.name ?? '')}`)
  await expect(cards(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Decide For Me' }).click()
  await expect(page.getByText('You ate at all of these places recently', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Pick anyway' }).click()
  const pick = page.getByRole('dialog', { name: `Random Pick: ${place?.name}` })
  await expect(pick.getByRole('checkbox', { name: 'Not where we ate in the last week' })).not.toBeChecked()
})

test('the For You order is available after five ratings', async ({ page, signIn }) => {
  await signIn()
  const places = await restaurantsNear(page, 'arden')
  const rate = async (...values: number[]) => {
    for (const value of values) {
      const restaurantId = places.shift()?.id
      await page.request.post('/api/ratings', { data: { restaurantId, value } })
    }
  }
  await rate(5, 4, 4, 3)
  await page.goto('/?campus=arden')
  await page.getByLabel('Sort by').selectOption('For You')
  await expect(page.getByText('Rate 1 more place to get yours.')).toBeVisible()
  await rate(5)
  await page.reload()
  await expect(page.getByText('to get yours.')).toBeHidden()
  await expect(cards(page).first().getByText('For you')).toBeVisible()
  await expectAccessible(page)
})
