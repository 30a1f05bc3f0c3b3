import type { FastifyRequest } from 'fastify'

/**
 * Whether a request is for the API, also for a call that there isn't. The route knows: the address may be spelled in
 * ways that look different and come to the same call (/%61pi/user).
 */
export function isApiRequest({ routeOptions, url }: Pick<FastifyRequest, 'routeOptions' | 'url'>): boolean {
  return routeOptions.url?.startsWith('/api/') || url.startsWith('/api/')
}
