const pagesBeforeSignIn = ['/auth', '/login', '/register', '/forgot-password']

/** The requested page of this application, with its query, or home; never another site. */
export function safeNext(next: string | undefined): string {
  if (!next?.startsWith('/')) return '/'
  // Parsed by the browser, which knows every way to write another host.
  const here = 'http://here'
  const url = URL.parse(next, here)
  if (!url || url.origin !== here || url.pathname.startsWith('//')) return '/'
  return pagesBeforeSignIn.includes(url.pathname) ? '/' : url.pathname + url.search + url.hash
}
