import { parseAddress } from './search-texts.ts'

/** The page in sight, or one below it, where it says at least what the link says. */
export function leadsHere(href: string, location: { pathname: string; search: string }): boolean {
  const [pathname = '', query = ''] = href.split('?')
  const isWithin = location.pathname === pathname || location.pathname.startsWith(`${pathname}/`)
  if (!isWithin) return false
  const search = parseAddress(location.search)
  return Object.entries(parseAddress(query)).every(([name, value]) => search[name] === value)
}
