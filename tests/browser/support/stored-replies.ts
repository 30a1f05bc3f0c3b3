import type { Page } from '@playwright/test'

export const storedReplies = (page: Page): Promise<string[]> => page.evaluate(readStoredReplies)

/** Runs in the page. The texts of the replies that the browser has stored for the next visit. */
export const readStoredReplies = (): Promise<string[]> =>
  new Promise(resolve => {
    const opening = indexedDB.open('common-table')
    opening.onsuccess = () => {
      const all = opening.result.transaction('replies').objectStore('replies').getAll()
      all.onsuccess = () => {
        opening.result.close()
        resolve(all.result.map(({ reply }) => reply))
      }
    }
  })
