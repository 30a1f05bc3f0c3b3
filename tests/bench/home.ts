import type { Request } from '@playwright/test'
import type { Person } from './fill.ts'
import { withBrowser } from './web/browser.ts'

/**
 * Everything that Home requests until it is usable, apart from files of the build and the stream of events: the page
 * itself and its calls. They are taken from the page in a browser, so that none can be forgotten. Returns their paths,
 * with `:id` and `:campusCode` in place of this person's.
 */
export const recordHome = (origin: string, { id, campusCode, cookie }: Person): Promise<string[]> =>
  withBrowser(origin, cookie, async context => {
    const page = await context.newPage()
    const requests: Request[] = []
    page.on('request', request => requests.push(request))
    await page.goto(`${origin}/?campus=${campusCode}`)
    await page.locator('article').first().waitFor()
    const paths = new Set<string>()
    for (const request of requests.slice()) {
      const path = request.url().replace(origin, '')
      const isData = ['document', 'fetch', 'xhr'].includes(request.resourceType())
      if (!isData || !path.startsWith('/') || path.startsWith('/assets/')) continue
      const response = await request.response()
      if (!response?.headers()['content-type']?.startsWith('text/event-stream')) paths.add(path)
    }
    const campus = new RegExp(`(?<=[/=])${campusCode}\\b`, 'g')
    return [...paths].map(path =>
      path.replace(`/users/${id}/`, '/users/:id/').replaceAll(campus, ':campusCode'),
    )
  })

export const fillIn = (path: string, { id, campusCode }: Pick<Person, 'id' | 'campusCode'>): string =>
  path.replace(':id', String(id)).replaceAll(':campusCode', campusCode)
