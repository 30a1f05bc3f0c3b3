const pagesBeforeSignIn = ['/auth', '/login', '/register', '/forgot-password']

/** The page of this application that somebody asked for, with its query, or home: never another site's address. */
export function safeNext(next: string | undefined): string {
  if (!next?.startsWith('/')) return '/'
  // The browser's own reading of the text decides: it knows every way to write another host.
  const here = 'http://here'
  const url = URL.parse(next, here)
  if (!url || url.origin !== here || url.pathname.startsWith('//')) return '/'
  return pagesBeforeSignIn.includes(url.pathname) ? '/' : url.pathname + url.search + url.hash
}
