import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'

/*
 * What a page, a panel or a dialog needs is requested at once: each list of calls is sent while none of them is answered
 * yet. A request that waits for another's reply costs a whole round trip.
 */

const settings = (...keys: string[]) => keys.map(key => `/api/system-settings/${key}`)
const choices = ['/api/campuses', '/api/departments', ...settings('domain_whitelist')]
const home = [
  '/api/campuses',
  '/api/restaurants/campus/arden',
  '/api/hidden',
  '/api/users/*/ratings',
  '/api/restaurants/campus/arden/for-you',
  '/api/favorites/restaurant-ids',
]
const profile = ['/api/campuses', '/api/favorites', '/api/ratings', '/api/visits/to-rate', '/api/push']

const waves: Record<'visitor' | 'user' | 'super-user', Record<string, string[][]>> = {
  visitor: {
    '/register': [[...choices, ...settings('registration_message', 'registration_enabled')]],
  },
  user: {
    '/?campus=arden': [home],
    '/?campus=arden&restaurant=1': [
      [...home, '/api/restaurants/1'],
      [
        '/api/restaurants/1/visits',
        '/api/restaurants/1/department-stats',
        '/api/restaurants/1/ratings?department=Worship',
        '/api/restaurants/batch/ratings-data',
        '/api/restaurants/1/ratings?limit=4',
      ],
    ],
    '/?campus=arden&rate=1': [[...home, '/api/restaurants/1']],
    '/profile': [profile],
    '/profile?tab=visits': [[...profile, '/api/visits', '/api/users/*/ratings']],
    '/profile?tab=unrated': [[...profile, '/api/restaurants/unrated/arden']],
    '/profile?tab=requests': [[...profile, '/api/suggestions']],
    '/profile/edit': [
      choices,
      ['/api/tokens', '/api/calendar', '/api/push', '/api/passkeys', '/api/user/reminder'],
    ],
  },
  'super-user': {
    '/admin?section=overview': [['/api/admin/overview'], ['/api/admin/website-check', '/api/campuses']],
    '/admin?section=users&add=user': [[...choices, '/api/admin/users?sort=name&order=asc&limit=50&offset=0']],
    '/admin?section=restaurants&edit=1': [
      ['/api/campuses', '/api/restaurants?sort=name&order=asc&limit=50&offset=0', '/api/restaurants/1'],
    ],
    '/admin?section=ratings&add=rating': [
      ['/api/campuses', '/api/admin/ratings?sort=updatedAt&order=desc&limit=50&offset=0'],
    ],
    '/admin?section=inbox&edit=1': [
      ['/api/admin/suggestions/1', '/api/admin/suggestions?state=open&limit=50&offset=0'],
    ],
    '/admin?section=import': [
      ['/api/imports', '/api/config/status', '/api/campuses'],
      ['/api/admin/restaurants/unlocated'],
    ],
    '/admin?section=email': [['/api/admin/mails/setup', '/api/admin/mails']],
    '/admin?section=registration': [
      settings('registration_enabled', 'registration_message', 'domain_whitelist'),
    ],
    '/admin?section=settings': [
      settings('favorites_limit', 'avoid_days', 'audit_months', 'team_rating_names'),
    ],
    '/admin?section=profile-images': [['/api/campuses', '/api/admin/profile-images']],
    '/admin?section=backups&edit=schedule': [
      [...settings('backup_schedule', 'backups_kept'), '/api/backup/status', '/api/backup'],
    ],
    '/admin?section=distances': [
      ['/api/admin/restaurants/recalculate-distances', '/api/config/status', '/api/campuses'],
    ],
    '/config': [['/api/config/status', '/api/config/installation']],
    '/full-data-assist?user=1': [
      ['/api/admin/users/1'],
      ['/api/restaurants', '/api/campuses', '/api/users/*/ratings'],
    ],
  },
}

for (const role of ['visitor', 'user', 'super-user'] as const)
  for (const [address, expected] of Object.entries(waves[role]))
    test(`${address}: no request waits for another’s reply`, async ({ page, signIn }) => {
      if (role !== 'visitor') await signIn({ role })
      const release = await holdEach(page, expected.flat())
      await page.goto(address)
      for (const calls of expected) await release(calls)
    })

/** Holds back each of these calls. The returned function waits until some of them have been sent, and lets them go. */
async function holdEach(page: Page, calls: string[]) {
  const held = new Map<string, () => void>()
  await page.route('**/api/**', async route => {
    const { pathname, search } = new URL(route.request().url())
    const call = pathname.replace(/users\/\d+\/ratings/, 'users/*/ratings') + search
    if (calls.includes(call) && !held.has(call))
      await new Promise<void>(resolve => {
        held.set(call, resolve)
      })
    await route.continue().catch(() => undefined)
  })
  return async (wave: string[]) => {
    await expect.poll(() => wave.filter(call => !held.has(call)), 'not sent yet').toEqual([])
    for (const call of wave) held.get(call)?.()
  }
}
