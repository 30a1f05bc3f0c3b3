import { markLunchDeparted, setSetting } from '../support/database.ts'
import { expect, expectAccessible, failRequests, holdRequests, test } from '../support/fixtures.ts'
import { cardOf, cards, restaurantsNear } from '../support/restaurants.ts'

const prompt = 'How was it?'

test('45 minutes after a lunch a participant is asked how it was, one visit after the other, until “Not now”', {
  tag: '@main',
}, async ({ page, server, signIn }) => {
  await signIn()
  const [place, other] = await restaurantsNear(page, 'arden')
  if (!place || !other) throw new Error('no places')
  const leavesAt = new Date(Date.now() + 60 * 60_000).toISOString()
  const body = { campusCode: 'arden', leavesAt, restaurantIds: [place.id] }
  const { id } = await (await page.request.post('/api/lunches', { data: body })).json()

  markLunchDeparted(server, id, 44)
  await page.goto('/?campus=arden')
  await expect(cards(page).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: prompt })).toBeHidden()

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
  await expect(page.getByRole('dialog', { name: /rate|rating/i })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()

  // The next visit is asked about on any page. 'Not now' ends it for the day.
  await page.request.post('/api/visits', { data: { restaurantId: other.id } })
  await page.goto('/profile?tab=visits')
  await expect(page.getByRole('listitem').filter({ hasText: place.name }).getByText('Lunch')).toBeVisible()
  await expect(question.getByText(`${other.name}, `)).toBeVisible()
  await question.getByRole('button', { name: 'Not now' }).click()
  await expect(question).toBeHidden()
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await expect(page.getByRole('link', { name: other.name })).toBeVisible()
  await expect(question).toBeHidden()
})

test('Home works when the code of the question cannot be loaded, and asks at the next visit', async ({
  page,
  signIn,
}) => {
  await signIn()
  const [place] = await restaurantsNear(page, 'arden')
  await page.request.post('/api/visits', { data: { restaurantId: place?.id } })
  // As in a tab of an older release, whose files are gone.
  const refused = page.waitForRequest('**/assets/how-was-it*')
  await page.route('**/assets/how-was-it*', route => route.fulfill({ status: 404 }))
  await page.goto('/?campus=arden')
  await refused
  await expect(cards(page).first()).toBeVisible()
  await expect(page.getByText('This page didn’t load')).toBeHidden()
  await page.unroute('**/assets/how-was-it*')
  await page.reload()
  await expect(page.getByRole('region', { name: prompt })).toBeVisible()
})

test('a rejected answer is asked for again, arrow keys only move, and of two quick answers the last one counts', async ({
  page,
  signIn,
}) => {
  await signIn()
  const [place] = await restaurantsNear(page, 'arden')
  if (!place) throw new Error('no place')
  await page.request.post('/api/visits', { data: { restaurantId: place.id } })
  const sent: unknown[] = []
  page.on('request', request => {
    if (request.url().includes('/api/ratings') && request.method() !== 'GET')
      sent.push(request.postDataJSON())
  })
  await failRequests(page, '**/api/ratings', 'No ink')
  await page.goto('/profile?tab=visits')
  const question = page.getByRole('region', { name: prompt })
  // The stars are disabled until the user's own rating is known.
  await expect(question.getByRole('radio', { name: '1 star' })).toBeEnabled()
  await question.getByRole('radio', { name: '1 star' }).focus()
  for (const star of [2, 3, 4]) {
    await page.keyboard.press('ArrowRight')
    await expect(question.getByRole('radio', { name: `${star} stars` })).toBeFocused()
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
  await question.getByRole('radio', { name: '4 stars' }).press('Space')
  await question.getByRole('radio', { name: '5 stars' }).press('Space')
  release()
  await expect(question.getByText('You 5', { exact: true })).toBeVisible()
  await question.getByRole('button', { name: 'Add a word' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: /rate|rating/i })
  await dialog.getByLabel(/comment/i).fill('Go early.')
  await dialog.getByRole('button', { name: 'Update Rating' }).click()
  await expect(dialog).toBeHidden()
  const [own] = await (await page.request.get('/api/ratings')).json()
  expect(own).toMatchObject({ restaurantId: place.id, value: 5, comment: 'Go early.' })
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
  await choose(other.name, 'Not for me')
  await expect(page.getByText('2 hidden')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('1 hidden')).toBeVisible()
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

test('“Three at random” skips hidden places, also while suggestions are awaited, but a search by name still finds them', async ({
  page,
  signIn,
}) => {
  await signIn()
  const [place, ...others] = await restaurantsNear(page, 'arden')
  for (const { id } of others) await page.request.put(`/api/hidden/${id}`)
  await holdRequests(page, '**/for-you')
  await page.goto('/?campus=arden&start=new')
  const sheet = page.getByRole('dialog', { name: 'Start a lunch' })
  await sheet.getByRole('button', { name: 'Three at random' }).click()
  const chosen = sheet.getByRole('button', { name: /^Remove / })
  await expect(chosen).toHaveCount(1)
  await expect(chosen).toHaveAccessibleName(`Remove ${place?.name}`)
  const name = others[0]?.name ?? ''
  await sheet.getByRole('combobox', { name: 'Add a place' }).fill(name)
  await page.getByRole('option', { name }).first().click()
  await expect(chosen).toHaveCount(2)
})

test('Decide For Me has moods, avoids recently visited places, and offers to ignore that', async ({
  page,
  server,
  signIn,
}) => {
  await signIn()
  setSetting(server, 'avoid_days', null)
  const places = await restaurantsNear(page, 'arden')
  const [place] = places
  if (!place) throw new Error('no place')
  await page.request.post('/api/visits', { data: { restaurantId: place.id } })
  await page.goto(`/?campus=arden&q=${encodeURIComponent(place.name)}`)
  await expect(cards(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Decide For Me' }).click()
  await expect(page.getByText('You ate at all of these places recently', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Pick anyway' }).click()
  const pick = page.getByRole('dialog', { name: `Random Pick: ${place.name}` })
  await expect(pick.getByRole('checkbox', { name: 'Not where we ate in the last week' })).not.toBeChecked()
  await pick.getByRole('radio', { name: 'Something new' }).press('Space')
  await expect(pick.getByRole('radio', { name: 'Something new' })).toBeChecked()
})

test('the For You order is available after five ratings', async ({ page, signIn }) => {
  await signIn()
  const places = await restaurantsNear(page, 'arden')
  const rate = (restaurantId: number | undefined, value: number) =>
    page.request.post('/api/ratings', { data: { restaurantId, value } })
  await rate(places[0]?.id, 5)
  await rate(places[1]?.id, 4)
  await page.goto('/?campus=arden')
  await page.getByLabel('Sort by').selectOption('For You')
  await expect(page.getByText('Rate 3 more places to get yours.')).toBeVisible()
  for (const [n, value] of [4, 3, 5].entries()) await rate(places[n + 2]?.id, value)
  await page.reload()
  await expect(page.getByText('Rate 3 more places to get yours.')).toBeHidden()
  await expect(cards(page).first().getByText('For you')).toBeVisible()
  await expectAccessible(page)
})
