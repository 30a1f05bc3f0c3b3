import type { FastifyReply, FastifyRequest } from 'fastify'
import { normalPath, pageAliases, pagePaths } from '#kit/contract/pages.ts'
import type { Config } from '#kit/server/config/config.ts'
import { notFound, sendError } from '#kit/server/http/errors.ts'
import { isApiRequest } from './is-api-request.ts'
import { plainPage } from './plain-page.ts'

const pages: ReadonlySet<string> = new Set([...pagePaths, ...pageAliases])

export const isPage = (path: string): boolean => pages.has(normalPath(path))

/** Whether an address can only be that of a file: no page has a dot before or inside its name. */
export function isFilePath(path: string): boolean {
  const segments = path.split('/').filter(segment => segment !== '')
  return segments.some(segment => segment.startsWith('.')) || (segments.at(-1)?.includes('.') ?? false)
}

/** People follow links and type addresses with a browser, which says that it takes pages; programs rarely do. */
export const acceptsPages = ({ headers }: FastifyRequest): boolean =>
  /\btext\/html\b/i.test(headers.accept ?? '')

/** Replies 404: with a page to people, in short to programs. */
export function rejectUnknown(
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
