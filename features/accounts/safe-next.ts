import { parseUrl } from '#kit/rules/addresses/parse-url.ts'

const pagesBeforeSignIn = ['/auth', '/login', '/register', '/forgot-password', '/finish-account']

/** The requested page of this application, with its query, or else Home; never another site. */
export function safeNext(next: string | undefined): string {
  if (!next?.startsWith('/')) return '/'
  const here = 'http://here'
  const url = parseUrl(next, here)
  if (!url || url.origin !== here || url.pathname.startsWith('//')) return '/'
  // API calls aren't pages.
  if (pagesBeforeSignIn.includes(url.pathname) || url.pathname.startsWith('/api/')) return '/'
  return url.pathname + url.search + url.hash
}
