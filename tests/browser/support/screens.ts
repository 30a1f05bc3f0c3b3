import type { APIRequestContext, Page, Request } from '@playwright/test'
import type { Access } from '#kit/rules/roles.ts'
import { expect, waitForContent } from './fixtures.ts'

/** What there is to open, by its ids. */
export type Things = Record<
  'user' | 'restaurant' | 'voting' | 'decided' | 'rating' | 'message' | 'alert' | 'entry' | 'campus',
  number[]
>

/** What a screen shows: a heading, a selected tab, a region or a dialog with this name. */
type Shown = string | RegExp

/**
 * Every screen that has an address, with what it shows, under the lowest role that may open it. An address without a path is one
 * of the list of a campus if it is empty or starts with '&', else a section, and {thing} stands for the id of each thing of that
 * kind. A page or a section without a line here fails sweep-phone.spec.ts.
 */
const screens = {
  visitor: {
    ...{ '/login': 'Sign in', '/register': 'Create an account', '/forgot-password': 'Forgot your password?' },
    '/finish-account': 'Please sign in again',
  },
  public: {
    ...{ '/verify-email': 'That didn’t work', '/verify-email?token=unknown': 'Confirm your email' },
    ...{
      '/reset-password': 'Choose a new password',
      '/reset-password?token=unknown': 'Choose a new password',
    },
  },
  user: {
    ...{ '/': 'Find Restaurants', '': 'Find Restaurants', '&view=map': 'Map of restaurants' },
    '&q=nothing+like+it': 'No restaurants',
    ...{ '&suggest=restaurant': 'Request a Restaurant', '&suggest=problem': 'Report a Problem' },
    ...{ '&start=new': 'Start a lunch', '&restaurant={restaurant}': 'Latest reviews' },
    ...{
      '&restaurant=999999': 'Restaurant',
      '&rate={restaurant}': /^Rate|^Edit/,
      '&pick={restaurant}': /^Random Pick/,
    },
    ...{
      '&start={restaurant}': 'Start a lunch',
      '&lunch={voting}': /^Lunch at/,
      '&lunch={decided}': /^Lunch at/,
    },
    ...{ '/profile': /^Favorite/, '/profile?tab=favorites': /^Favorite/, '/profile?tab=ratings': /Rat/ },
    ...{
      '/profile?tab=unrated': /^Unrated/,
      '/profile?tab=visits': /^Visits/,
      '/profile?tab=requests': /Requests/,
    },
    '/profile/edit': 'Edit Profile',
  },
  admin: {
    '&restaurant={restaurant}&edit=details': 'Edit Restaurant Details',
    '&restaurant={restaurant}&edit=team': 'Edit Team Ratings',
    ...{ '/admin': 'Restaurants', overview: 'Overview', restaurants: 'Restaurants' },
    ...{ 'restaurants&add=restaurant': 'Add New Restaurant', 'restaurants&filter=open': 'Filter' },
    'restaurants&edit={restaurant}': 'Edit Restaurant Details',
    'restaurants&team={restaurant}': 'Edit Team Ratings',
    ...{ users: 'Users', 'users&add=user': 'Add User' },
    ...{ ratings: 'Ratings', 'ratings&add=rating': 'Create Rating', 'ratings&edit={rating}': 'Edit Rating' },
    'ratings&import=ratings': 'Import Ratings',
    ...{
      inbox: 'Inbox',
      'inbox&edit={message}': /./,
      'inbox&state=done': 'Inbox',
    },
    ...{
      import: 'Import',
      'import&tab=yelp': 'Yelp',
      'import&tab=csv': 'CSV',
      'import&tab=osm': 'OpenStreetMap',
    },
  },
  'super-user': {
    ...{ '/config': 'API configuration', '/full-data-assist': 'Please select a user first' },
    ...{ '/full-data-assist?user={user}': 'Full Data Assist', 'users&edit={user}': 'Edit User' },
    ...{ departments: 'Departments', 'departments&add=department': 'Add Department' },
    ...{ campuses: 'Campuses', 'campuses&add=campus': 'Add Campus', 'campuses&edit={campus}': 'Edit Campus' },
    ...{ email: 'Email Verification', registration: 'Registration Control', settings: 'Settings' },
    ...{ 'toast-tester': 'Toast Tester', distances: 'Distance Recalculation', trash: 'Trash' },
    ...{ 'profile-images': 'Profile Images', 'profile-images&add=image': 'Upload Profile Image' },
    ...{
      alerts: 'System Alerts',
      'alerts&add=alert': 'Create System Alert',
      'alerts&edit={alert}': 'Edit System Alert',
    },
    ...{ 'audit-log': 'Audit Log', 'audit-log&entry={entry}': /./, 'audit-log&filter=open': 'Filter' },
    ...{
      backups: 'Backup / Restore',
      'backups&add=backup': 'Create Backup',
      'backups&add=upload': 'Upload Backup',
    },
    'backups&edit=schedule': 'Backup Schedule',
  },
} satisfies Partial<Record<Access | 'visitor' | 'public', Record<string, Shown>>>

type Viewer = keyof typeof screens
type Screen = { address: string; shows: Shown }

/** The screens that need this role, for each of these things and in this campus. */
export const screensOf = (viewer: Viewer, campusCode: string, things: Things): Screen[] =>
  Object.entries<Shown>(screens[viewer]).flatMap(([screen, shows]) => {
    const start = { '': `/?campus=${campusCode}`, '&': `/?campus=${campusCode}`, '/': '' }[screen.slice(0, 1)]
    const address = (start ?? '/admin?section=') + screen
    const [field, thing] = address.match(/\{(\w+)\}/) ?? []
    const ids = field ? things[thing as keyof Things] : ['']
    return ids.map(id => ({ address: address.replace(field ?? '', String(id)), shows }))
  })

/** The first three of what the server lists, besides what is known. */
export async function listThings(
  admin: APIRequestContext,
  known: Pick<Things, 'user' | 'restaurant' | 'voting' | 'decided'>,
): Promise<Things> {
  const listed = async (path: string): Promise<number[]> =>
    ((await (await admin.get(path)).json()) as { id: number }[]).map(({ id }) => id)
  const first = async (path: string) => (await listed(path)).slice(0, 3)
  return {
    ...known,
    rating: await first('/api/admin/ratings'),
    message: await first('/api/admin/suggestions'),
    alert: await first('/api/emergency-messages'),
    entry: await first('/api/audit-logs'),
    campus: (await listed('/api/admin/campuses')).slice(-3),
  }
}

/** Returns a function that opens a screen as a link does, without loading the application again, until all of it is there. */
export function opener(page: Page): (screen: Screen) => Promise<void> {
  const underWay = new Set<Request>()
  page.on('requestfinished', request => underWay.delete(request))
  page.on('requestfailed', request => underWay.delete(request))
  page.on('request', request => {
    if (!request.url().endsWith('/events')) underWay.add(request)
  })
  return async ({ address, shows }) => {
    await page.evaluate(to => history.pushState({}, '', to), address)
    if (/[?&](restaurant|rate|pick|lunch|start|suggest|edit|add|team|entry|import|filter)=/.test(address))
      await expect(page.getByRole('dialog').first(), address).toBeVisible()
    await expect.poll(() => underWay.size, { message: address, intervals: [30] }).toBe(0)
    await waitForContent(page)
    await expect(page, 'goes nowhere else').toHaveURL(address)
    // A dialog hides the headings of what is below it.
    const shown = page
      .getByRole('heading', { name: shows })
      .or(page.getByRole('tab', { name: shows, selected: true }))
      .or(page.getByRole('region', { name: shows }))
      .or(page.getByRole('dialog', { name: shows }))
      .filter({ visible: true })
    await expect(shown.first(), address).toBeVisible()
  }
}
