import { parseAddress } from './search-texts.ts'

/** Whether the current page is the link's or below it, with all of the link's query parameters in its address. */
export function leadsHere(href: string, location: { pathname: string; search: string }): boolean {
  const [pathname = '', query = ''] = href.split('?')
  const isWithin = location.pathname === pathname || location.pathname.startsWith(`${pathname}/`)
  if (!isWithin) return false
  const search = parseAddress(location.search)
  return Object.entries(parseAddress(query)).every(([name, value]) => search[name] === value)
}
