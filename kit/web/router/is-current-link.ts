import { parseQuery } from './params.ts'

/** Whether the current page is the link's or below it, with all of the link's query parameters in its address. */
export function isCurrentLink(href: string, location: { pathname: string; search: string }): boolean {
  const [pathname = '', query = ''] = href.split('?')
  const isWithin = location.pathname === pathname || location.pathname.startsWith(`${pathname}/`)
  if (!isWithin) return false
  const search = parseQuery(location.search)
  return Object.entries(parseQuery(query)).every(([name, value]) => search[name] === value)
}
