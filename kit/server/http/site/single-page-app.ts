import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { normalPath, pageAliases, pagePaths } from '#kit/contract/pages.ts'
import { escapeHtml } from '#kit/rules/texts/escape-html.ts'
import type { Config } from '#kit/server/config/config.ts'
import { ReplyBytes } from '#kit/server/http/bodies/reply-bytes.ts'
import { notFound, sendError } from '#kit/server/http/errors.ts'
import { isApiRequest } from './is-api-request.ts'
import { plainPage } from './plain-page.ts'
import { describeSite } from './web-manifest.ts'

const dist = fileURLToPath(new URL('../../../../dist/', import.meta.url))

type BeforePage = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

type SiteConfig = Pick<Config, 'appName' | 'orgName' | 'offlineWorker' | 'push'>

/**
 * Serves the built web application: its files at their paths, and its page at the addresses of pages. Browsers get
 * the page at other addresses, too, from where it redirects to Home, unless it can only be a file's. Without a build,
 * every such address is a 404; the API is the same either way.
 */
export async function serveSinglePageApp(
  app: FastifyInstance,
  config: SiteConfig,
  beforePage: BeforePage,
): Promise<void> {
  const built = existsSync(dist)
  if (!built) app.log.warn('The web application is not built (npm run build): only the API is served')
  const reject = (request: FastifyRequest, reply: FastifyReply) => rejectUnknown(request, reply, config)
  app.setNotFoundHandler(reject)
  const site: FastifyPluginAsync = async web => {
    web.addHook('onRoute', route => {
      route.config = { ...route.config, access: 'public' }
    })
    // Where password managers send people: https://w3c.github.io/webappsec-change-password-url/
    web.get('/.well-known/change-password', async (_request, reply) =>
      reply.redirect('/profile/edit#password'),
    )
    if (built) await serveBuild(web, config, beforePage)
    else web.get('/*', reject)
  }
  await app.register(site)
}

async function serveBuild(app: FastifyInstance, config: SiteConfig, beforePage: BeforePage): Promise<void> {
  const html = nameSite(await readFile(`${dist}index.html`, 'utf8'), config)
  const page = new ReplyBytes(html, 'no-cache', {
    contentType: 'text/html; charset=utf-8',
    isLasting: true,
  })
  const scripts = inlineScripts(html)
  const options = {
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => reply.header('cache-control', cachingOf(path)),
  } satisfies Partial<FastifyStaticOptions>
  await app.register(fastifyStatic, {
    ...options,
    root: dist,
    wildcard: false,
    globIgnore: ['index.html', 'assets/**', '**/*.{br,gz}'],
  })
  // A wildcard route, because a separate route for each of these many files takes memory, and time at each start.
  await app.register(fastifyStatic, {
    ...options,
    root: `${dist}assets/`,
    prefix: '/assets/',
    decorateReply: false,
  })
  // When it is switched off, browsers must get a worker that only receives notifications, or that
  // removes itself: with a missing file, the old one would stay forever.
  const worker = config.offlineWorker ? 'offline' : config.push.isOn ? 'push' : 'retired'
  app.get('/offline-worker.js', async (_request, reply) => reply.sendFile(`workers/${worker}-worker.js`))
  app.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
    const [path = ''] = request.url.split('?')
    if (!isPage(path)) {
      const isFile = isFilePath(request.params['*']) || /^\/(api|assets)(\/|$)/.test(path)
      if (isFile || isApiRequest(request) || !acceptsPages(request))
        return rejectUnknown(request, reply, config)
      reply.header('vary', 'accept')
    }
    const policy = String(reply.getHeader('content-security-policy'))
    reply.header('content-security-policy', policy.replace("script-src 'self'", `$& ${scripts}`))
    await beforePage(request, reply)
    return page.send(request, reply)
  })
}

/**
 * Puts this installation's names into the page, where a chat or a mail program reads them to show a link. It is the same
 * for all addresses: a preview shows nothing of a lunch.
 */
export function nameSite(html: string, config: Pick<Config, 'appName' | 'orgName'>): string {
  const [name, description] = [escapeHtml(config.appName), escapeHtml(describeSite(config))]
  const properties = { type: 'website', site_name: name, title: name, description }
  const tags = Object.entries(properties).map(
    ([key, value]) => `<meta property="og:${key}" content="${value}">`,
  )
  return html
    .replace(/<title>.*?<\/title>/s, () => `<title>${name}</title>${tags.join('')}`)
    .replace(/(?<=<meta name="description" content=")[^"]*/, () => description)
}

/** The hashes of the page's own inline scripts; no others may run. */
function inlineScripts(html: string): string {
  return [...html.matchAll(/<script>(.*?)<\/script>/gs)]
    .map(([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    .join(' ')
}

// Vite names the files in assets/ by their content, so they never change.
const cachingOf = (path: string) =>
  path.startsWith(`${dist}assets/`) ? 'public, max-age=31536000, immutable' : 'no-cache'

const pages: ReadonlySet<string> = new Set([...pagePaths, ...pageAliases])

const isPage = (path: string): boolean => pages.has(normalPath(path))

/** Whether an address can only be that of a file: no page has a dot before or inside its name. */
function isFilePath(path: string): boolean {
  const segments = path.split('/').filter(segment => segment !== '')
  return segments.some(segment => segment.startsWith('.')) || (segments.at(-1)?.includes('.') ?? false)
}

/** People follow links and type addresses with a browser, which says that it takes pages; programs rarely do. */
const acceptsPages = ({ headers }: FastifyRequest): boolean => /\btext\/html\b/i.test(headers.accept ?? '')

/** Replies 404: with a page to people, in short to programs. */
function rejectUnknown(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Pick<Config, 'appName'>,
): FastifyReply {
  if (isApiRequest(request) || !isRead(request))
    return sendError(
      reply,
      notFound(`There is no ${request.method} call at this address`, { code: 'unknown_call' }),
    )
  reply.headers({ 'cache-control': 'no-store', vary: 'accept' })
  if (!acceptsPages(request)) return sendError(reply, notFound('There is nothing at this address'))
  return reply.code(404).type('text/html; charset=utf-8').send(plainPage(config, nothingHere))
}

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

const nothingHere = {
  title: 'There’s nothing here',
  text: 'This address doesn’t exist, or doesn’t exist any more. Check it for typing errors, or start from the restaurants.',
  link: { href: '/', label: 'Go to the restaurants' },
}
