import { parseId } from '#kit/web/router/search-params.ts'

/** The dialogs about lunches, as the address names them. */
export type LunchSearch = {
  /** The lunch that is open. */
  lunch?: number
  /** A lunch is being started: at this restaurant, or 'new' if the place is still to be chosen. */
  start?: number | 'new'
}

export function parseLunchSearch(search: Record<string, unknown>): LunchSearch {
  const lunch = parseId(search.lunch)
  const start = search.start === 'new' ? 'new' : parseId(search.start)
  return { ...(lunch && { lunch }), ...(start && { start }) }
}
