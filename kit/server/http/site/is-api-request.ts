import type { FastifyRequest } from 'fastify'

/**
 * Whether a request is for the API, even for a call that doesn't exist. The route is checked too, because
 * addresses that look different may lead to the same call (/%61pi/user).
 */
export function isApiRequest({ routeOptions, url }: Pick<FastifyRequest, 'routeOptions' | 'url'>): boolean {
  return routeOptions.url?.startsWith('/api/') || url.startsWith('/api/')
}
