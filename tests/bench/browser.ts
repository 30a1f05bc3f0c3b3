import { type BrowserContext, chromium, type Request } from '@playwright/test'
import { freePort } from '#tests/support/processes/free-port.ts'
import { chromiumArgs, findChromium } from '../../scripts/chromium.ts'
import type { Person } from './fill.ts'

/** Runs a browser with a new profile, signed in by this cookie if any, and an open debugging port for Lighthouse. */
export async function withBrowser<T>(
  origin: string,
  cookie: string | null,
  use: (context: BrowserContext, port: number) => Promise<T>,
): Promise<T> {
  const port = await freePort()
  const executablePath = findChromium()
  const context = await chromium.launchPersistentContext('', {
    ...(executablePath && { executablePath }),
    args: [...chromiumArgs, `--remote-debugging-port=${port}`],
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  })
  try {
    const [name = '', value = ''] = cookie?.split('=') ?? []
    if (cookie) await context.addCookies([{ name, value, url: origin }])
    return await use(context, port)
  } finally {
    await context.close()
  }
}

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
