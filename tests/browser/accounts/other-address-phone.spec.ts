import { expect, expectAccessible, test } from '../support/fixtures.ts'

test.use({ environment: { APP_NAME: 'Noon & Co', ORG_NAME: 'Sample Parish' } })

test('opened at another address than the one that is set up, the sign-in page leads there before a password is typed', async ({
  page,
  server,
}) => {
  // Browsers resolve it to this machine, too.
  const elsewhere = server.origin
    .replace('127.0.0.1', 'lunch.localhost')
    .replace('//localhost', '//lunch.localhost')
  for (const path of ['/login?next=%2Fprofile', '/register', '/forgot-password']) {
    await page.goto(elsewhere + path)
    await expect(
      page.getByRole('heading', { level: 1, name: 'Please sign in at another address' }),
    ).toBeVisible()
    await expect(page.locator('input')).toHaveCount(0)
    const right = page.getByRole('link', { name: /^Go to / })
    await expect(right).toHaveAttribute(
      'href',
      new RegExp(`^http://(127\\.0\\.0\\.1|localhost):\\d+${path.replace('?', '\\?')}$`),
    )
  }
  await expectAccessible(page)
})

test('the preview of a link to a lunch has this installation’s names, and nothing of the lunch', async ({
  server,
}) => {
  const pages = await Promise.all(['/', '/?lunch=12', '/login'].map(path => fetch(server.origin + path)))
  const [home, ...others] = await Promise.all(pages.map(page => page.text()))
  expect(home).toContain('<title>Noon &amp; Co</title><meta property="og:type" content="website">')
  expect(home).toContain('content="Where the staff of Sample Parish decide where to have lunch."')
  expect(new Set(others)).toEqual(new Set([home]))
})
