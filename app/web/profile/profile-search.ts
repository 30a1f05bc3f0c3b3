import { type DialogSearch, parseDialogSearch } from '#app/web/frame/dialog-search.ts'

const profileTabs = ['favorites', 'ratings', 'unrated', 'visits', 'requests'] as const
export type ProfileTab = (typeof profileTabs)[number]

/** The profile page's URL parameters: the tab, the campus of the unrated restaurants, open dialogs. */
export type ProfileSearch = DialogSearch & { tab?: ProfileTab; campus?: string }

export const allCampuses = 'all'

export function parseProfileSearch(search: Record<string, unknown>): ProfileSearch {
  const tab = profileTabs.find(known => known === search.tab)
  const campus = typeof search.campus === 'string' && search.campus.length <= 60 ? search.campus : undefined
  return { ...(tab && { tab }), ...(campus && { campus }), ...parseDialogSearch(search) }
}

/** The URL of the profile page with these parameters, for links. */
export function profileHref(search: ProfileSearch): string {
  const texts = Object.entries(search).map(([name, value]) => [name, String(value)])
  return `/profile?${new URLSearchParams(texts)}`
}
