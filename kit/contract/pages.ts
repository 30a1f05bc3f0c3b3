/** The addresses of the web application's pages. The browser routes them; the server serves the page there. */
export const pagePaths = [
  '/',
  '/profile',
  '/profile/edit',
  '/admin',
  '/full-data-assist',
  '/config',
  '/login',
  '/finish-account',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
] as const
export type PagePath = (typeof pagePaths)[number]

/** Other addresses of pages, to which the browser redirects. */
export const redirects = { '/auth': '/login' } as const satisfies Record<string, PagePath>
export type PageAlias = keyof typeof redirects
export const pageAliases = Object.keys(redirects)

/** A path as the lists above have it: letters may be capitals, and slashes may follow. */
export const normalPath = (path: string): string => path.replace(/(?<=.)\/+$/, '').toLowerCase()
