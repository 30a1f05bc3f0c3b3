import { formatQuery, type Part, param } from '#kit/web/router/params.ts'

const profileTabs = ['favorites', 'ratings', 'unrated', 'visits', 'requests'] as const
export type ProfileTab = (typeof profileTabs)[number]

/** The profile page's parameters: the tab, and the campus of the unrated restaurants. */
export const profileParams = {
  tab: param.oneOf(profileTabs),
  campus: (text: string) => (text.length <= 60 ? text : undefined),
}

export const allCampuses = 'all'

/** The address of the profile page with these parameters, for links. */
export const profileHref = (part: Part & { tab?: ProfileTab }) => `/profile${formatQuery(part)}`
