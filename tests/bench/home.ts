import type { Person } from './fill.ts'
import { withBrowser } from './web/browser.ts'

/**
 * Everything that Home requests until it is usable, apart from files of the build and the stream of events: the page
 * itself and its calls. They are taken from the page in a browser, so that none can be forgotten. Returns their paths,
 * with `:id` and `:campusCode` in place of this person's.
 */
export async function recordHome(origin: string, person: Person, campusCode: string): Promise<string[]> {
  const sent = await withBrowser(origin, person, async context => {
    const page = await context.newPage()
    const paths = new Set<string>()
    const streams = new Set<string>()
    page.on('request', request => {
      const isData = ['document', 'fetch', 'xhr'].includes(request.resourceType())
      if (isData && request.url().startsWith(origin)) paths.add(request.url().slice(origin.length))
    })
    page.on('response', response => {
      const isStream = response.headers()['content-type']?.startsWith('text/event-stream')
      if (isStream) streams.add(response.url().slice(origin.length))
    })
    await page.goto(`${origin}/?campus=${campusCode}`)
    await page.locator('article').first().waitFor()
    return [...paths].filter(path => !streams.has(path) && !path.startsWith('/assets/'))
  })
  return sent.map(path =>
    path
      .replace(`/users/${person.id}/`, '/users/:id/')
      .replaceAll(new RegExp(`(?<=[/=])${campusCode}\\b`, 'g'), ':campusCode'),
  )
}

export const fillIn = (path: string, { id, campusCode }: { id: number; campusCode: string }): string =>
  path.replace(':id', String(id)).replaceAll(':campusCode', campusCode)
