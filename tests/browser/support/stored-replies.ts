import type { Page } from '@playwright/test'

export const storedReplies = (page: Page): Promise<string[]> => page.evaluate(readStoredReplies)

/** Runs in the page. The texts of the replies that the browser has stored for the next visit. */
export const readStoredReplies = (): string[] =>
  Object.keys(localStorage).flatMap(key =>
    key.startsWith('reply ') ? (localStorage.getItem(key) ?? '') : [],
  )
