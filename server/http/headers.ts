import type { FastifyInstance } from 'fastify'
import { isCall } from './is-call.ts'

const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  // The headless components set positions and scroll locks through style elements.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join(';')

/** What every answer carries; strict transport only where the public address is https. */
export function securityHeaders(appUrl: string): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(appUrl.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000',
    }),
  }
}

/** Sets the security headers, and keeps replies of the API out of caches unless they say otherwise. */
export function sendSecurityHeaders(app: FastifyInstance, appUrl: string): void {
  const headers = securityHeaders(appUrl)
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
  app.addHook('onSend', async (request, reply) => {
    if (isCall(request) && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}
