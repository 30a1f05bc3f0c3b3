import type { FastifyInstance } from 'fastify'
import { ownReplyHeader } from '#kit/contract/own-reply.ts'

const contentSecurityPolicy = (pictureHosts: string[]) => [
  "default-src 'self'",
  "script-src 'self'",
  // The headless components set positions and scroll locks through style elements.
  "style-src 'self' 'unsafe-inline'",
  ["img-src 'self' data: blob:", ...pictureHosts].join(' '),
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
]

/** The headers of every response; strict transport security only if the public address is https. */
export function standardHeaders(appUrl: string, pictureHosts: string[]): Record<string, string> {
  return {
    [ownReplyHeader]: '1',
    'content-security-policy': contentSecurityPolicy(pictureHosts).join(';'),
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

/** Sets the headers of every response, and keeps it out of caches unless it says otherwise. */
export function sendStandardHeaders(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}
