import type { APIRequestContext, Page, Request } from '@playwright/test'
import type { Access } from '#kit/rules/roles.ts'
import { expect, waitForContent } from './fixtures.ts'

/** What there is to open, by its ids. */
export type Things = Record<
  'user' | 'restaurant' | 'voting' | 'decided' | 'rating' | 'message' | 'alert' | 'entry' | 'campus',
  number[]
>

/**
 * Every screen that has an address, under the lowest role that may open it. HOME is the list of a campus, and {thing} stands
 * for the id of each thing of that kind. A page or a section without a line here fails sweep-phone.spec.ts.
 */
const screens = {
  visitor: ['/login', '/register', '/forgot-password', '/finish-account'],
  public: [
    '/verify-email',
    '/verify-email?token=unknown',
    '/reset-password',
    '/reset-password?token=unknown',
  ],
  user: [
    '/',
    ...['', '&view=map', '&q=nothing+like+it', '&suggest=restaurant', '&suggest=problem', '&start=new'],
    ...['&restaurant={restaurant}', '&restaurant=999999', '&rate={restaurant}', '&pick={restaurant}'],
    ...['&start={restaurant}', '&lunch={voting}', '&lunch={decided}'],
    '/profile',
    ...['favorites', 'ratings', 'unrated', 'visits', 'requests'].map(tab => `/profile?tab=${tab}`),
    '/profile/edit',
  ],
  admin: [
    ...['&restaurant={restaurant}&edit=details', '&restaurant={restaurant}&edit=team'],
    '/admin',
    'overview',
    ...[
      'restaurants',
      'restaurants&add=restaurant',
      'restaurants&edit={restaurant}',
      'restaurants&filter=open',
    ],
    ...['restaurants&team={restaurant}', 'users', 'users&add=user'],
    ...['ratings', 'ratings&add=rating', 'ratings&edit={rating}', 'ratings&import=ratings'],
    ...['inbox', 'inbox&edit={message}', 'inbox&state=done'],
    ...['import', 'import&tab=yelp', 'import&tab=csv', 'import&tab=osm'],
  ],
  'super-user': [
    '/config',
    ...['/full-data-assist', '/full-data-assist?user={user}', 'users&edit={user}'],
    ...['departments', 'departments&add=department'],
    ...['campuses', 'campuses&add=campus', 'campuses&edit={campus}'],
    ...['email', 'registration', 'settings', 'toast-tester', 'distances', 'trash'],
    ...['profile-images', 'profile-images&add=image'],
    ...['alerts', 'alerts&add=alert', 'alerts&edit={alert}'],
    ...['audit-log', 'audit-log&entry={entry}', 'audit-log&filter=open'],
    ...['backups', 'backups&add=backup', 'backups&add=upload', 'backups&edit=schedule'],
  ],
} satisfies Partial<Record<Access | 'visitor' | 'public', string[]>>

type Viewer = keyof typeof screens

/** The addresses of the screens that need this role, for each of these things and in this campus. */
export const screensOf = (viewer: Viewer, campusCode: string, things: Things): string[] =>
  screens[viewer].flatMap(screen => {
    const start = { '': `/?campus=${campusCode}`, '&': `/?campus=${campusCode}`, '/': '' }[screen.slice(0, 1)]
    const address = (start ?? '/admin?section=') + screen
    const [field, thing] = address.match(/\{(\w+)\}/) ?? []
    return field ? things[thing as keyof Things].map(id => address.replace(field, String(id))) : [address]
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

/** Returns a function that opens an address as a link does, without loading the application again, until all of it is there. */
export function opener(page: Page): (address: string) => Promise<void> {
  const underWay = new Set<Request>()
  page.on('requestfinished', request => underWay.delete(request))
  page.on('requestfailed', request => underWay.delete(request))
  page.on('request', request => {
    if (!request.url().endsWith('/events')) underWay.add(request)
  })
  return async address => {
    await page.evaluate(to => history.pushState({}, '', to), address)
    if (/[?&](restaurant|rate|pick|lunch|start|suggest|edit|add|team|entry|import|filter)=/.test(address))
      await expect(page.getByRole('dialog').first(), address).toBeVisible()
    await expect.poll(() => underWay.size, { message: address, intervals: [30] }).toBe(0)
    await waitForContent(page)
  }
}
