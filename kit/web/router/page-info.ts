import type { PagePath } from '#kit/contract/pages.ts'

/** A page without its code; app/web/pages.ts lists them. */
export interface PageInfo {
  path: PagePath
  /** Who may see it. 'visitor' is anyone who is not signed in. */
  access: 'public' | 'visitor' | 'user' | 'admin' | 'super-user'
  /** Precedes the application's name in the window's title. */
  title?: string
  /** Shows the button 'Back to Restaurants'. */
  backToRestaurants?: boolean
  /** Full width instead of a centered column: 'auth' has a picture beside a form, 'admin' is Command Mode. */
  layout?: 'auth' | 'admin'
}
